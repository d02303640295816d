"""A fit in words and columns, at most 80 characters wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outfox.training.learn.fit_errors import Bin
    from outfox.training.learn.fit_result import Fit


def fit_text(fit: Fit) -> str:
    """Write a fit: how it was made, its error, its calibration, its weights."""
    return "\n".join([*_head(fit), "", *_calibration(fit), "", *_weights(fit)]).rstrip()


def _head(fit: Fit) -> list[str]:
    how = "by cross-validation" if fit.trials else "as given"
    lines = [
        f"{len(fit.columns)} weights fitted to {fit.games:,} games ({fit.settings.loss}, ridge {fit.ridge:g} {how})"
    ]
    errors = fit.errors
    if errors.held_out is None or errors.constant is None or errors.gain_interval is None:
        return [*lines, f"mean squared error {errors.fitted:.4f} on the games fitted; none were kept apart"]
    low, high = errors.gain_interval
    lines.append(f"mean squared error {errors.fitted:.4f} on the games fitted, {errors.held_out:.4f} on")
    lines.append(f"{errors.held_out_games:,} games kept apart, where the mean outcome alone has {errors.constant:.4f}")
    return [*lines, f"(better by {errors.gain:.4f} [{low:.4f}, {high:.4f}])"]


def _calibration(fit: Fit) -> list[str]:
    if not fit.errors.held_out_games:
        return []
    lines = ["predicted         games   mean predicted   mean outcome"]
    return lines + [_bin(part) for part in fit.calibration if part.count]


def _bin(part: Bin) -> str:
    low, high = part.interval
    head = f"{part.low:+.1f} to {part.high:+.1f}   {part.count:6,}"
    return f"{head}   {part.predicted:+14.2f}   {part.outcome:+12.2f} [{low:+.2f}, {high:+.2f}]"


def _weights(fit: Fit) -> list[str]:
    lines = [f"{'':32}  in play   estimate  95 % interval"]
    for row in fit.weights():
        name = row["name"] if len(row["name"]) <= 32 else row["name"][:29] + "..."
        known = row["interval"]
        shown = f"[{known[0]:+.4f}, {known[1]:+.4f}]" if known else "no position shows it"
        lines.append(f"{name:32} {row['weight']:+8.4f}   {row['estimate']:+8.4f}  {shown}")
    return lines
