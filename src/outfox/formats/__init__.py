"""What outfox writes to files and reads back. No pickle anywhere."""

from outfox.formats.records import (
    GameRecord,
    load_records,
    load_whole_records,
    read_jsonl,
    read_text,
    replay,
    save_records,
    write_jsonl,
    write_text,
)

__all__ = [
    "GameRecord",
    "load_records",
    "load_whole_records",
    "read_jsonl",
    "read_text",
    "replay",
    "save_records",
    "write_jsonl",
    "write_text",
]
