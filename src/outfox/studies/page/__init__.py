"""The parts of a report page, each HTML text."""
