"""Small pieces of HTML for notebooks: no script, no style sheet, nothing loaded from anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def text(value: object) -> str:
    """A value as text, escaped: names of players and notes come from strangers."""
    return escape(str(value))


def bars(chances: Iterable[tuple[str, float]]) -> str:
    """A distribution as one bar in parts, each as wide as its probability, with its value in words."""
    parts = []
    for place, (value, p) in enumerate(chances):
        hue = (210 + 47 * place) % 360
        label = text(value) if p >= 0.08 else ""
        parts.append(
            f'<span title="{text(value)}: {p:.3f}" style="display:inline-block;width:{100 * p:.2f}%;background:hsl({hue},55%,82%);'
            f'overflow:hidden;white-space:nowrap;color:#222">{label}</span>'
        )
    return f'<div style="width:24em;display:flex">{"".join(parts)}</div>'


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already."""
    head = "".join(f"<th style='text-align:left'>{text(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td style='text-align:left'>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption style='text-align:left'>{text(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
