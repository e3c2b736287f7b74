"""The table as a picture: plain SVG, which follows the reader's choice of light or dark."""

from html import escape

from contenders import CONTENDERS, LIBCURL
from results import Results

# Workload, figure, heading, what one figure is divided by, how it is written.
PANELS = [
    ("small", "cpu", "1 KB, one after the other: CPU for each, µs", 1e3, "{:,.0f}"),
    ("small", "wall", "1 KB, one after the other: time for each, µs", 1e3, "{:,.0f}"),
    ("small-64", "rate", "1 KB, 64 at once: loads a second (longer is better)", 1, "{:,.0f}"),
    ("list", "wall", "100 KB list, decoded: time, µs", 1e3, "{:,.0f}"),
    ("list-bytes", "wall", "100 KB list, not decoded: time, µs", 1e3, "{:,.0f}"),
    ("download", "rate", "200 MiB: MB a second (longer is better)", 1 / 209.7152, "{:,.0f}"),
    ("download", "peak", "200 MiB: peak memory, MB", 1, "{:,.0f}"),
]
WIDTH, NAMES, FIGURES, BAR, STEP, GAP = 760, 210, 70, 14, 21, 30

STYLE = """
  svg { font: 13px system-ui, sans-serif }
  .paper { fill: #ffffff } text { fill: #1d1d1f } .figure { fill: #55555a }
  .heading { font-weight: 600 } .peer { fill: #a5a8ae } .own { fill: #0a6cd6 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #1d1d1f } text { fill: #f5f5f7 } .figure { fill: #b4b4ba }
    .peer { fill: #6b6e75 } .own { fill: #4ea1ff }
  }
"""


def panel(results: Results, top: int, spec: tuple) -> tuple[list[str], int]:
    """The lines of one panel, and where the next begins."""
    workload, metric, heading, divisor, form = spec
    left_out = {contender.name for contender in CONTENDERS if not contender.is_drawn}
    bars = [(name, results.median(workload, metric, name)) for name in results.contenders(workload)
            if name not in left_out]
    bars = [(name, figure / divisor) for name, figure in bars if figure is not None]
    if not bars:
        return [], top
    lines = [f'  <text class="heading" x="20" y="{top}">{escape(heading)}</text>']
    longest = max(figure for _, figure in bars)
    for number, (name, figure) in enumerate(bars):
        y = top + 12 + number * STEP
        length = max(1, round(figure / longest * (WIDTH - NAMES - FIGURES - 40)))
        kind = "own" if name.startswith("Resourceful") else "peer"
        label = f"{name} (no fields, no decoding)" if name == LIBCURL and workload.startswith("small") else name
        lines += [
            f'  <text x="{20 + NAMES - 10}" y="{y + 11}" text-anchor="end">{escape(name)}</text>',
            f'  <rect class="{kind}" x="{20 + NAMES}" y="{y}" width="{length}" height="{BAR}" rx="2">'
            f"<title>{escape(label)}: {form.format(figure)}</title></rect>",
            f'  <text class="figure" x="{26 + NAMES + length}" y="{y + 11}">{form.format(figure)}</text>',
        ]
    return lines, top + len(bars) * STEP + GAP


def drawn(results: Results) -> str:
    lines, top = [], 34
    for spec in PANELS:
        more, top = panel(results, top, spec)
        lines += more
    size = f'viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        "  <title>What loads cost: Resourceful and its peers</title>", f"  <style>{STYLE}  </style>",
        f'  <rect class="paper" width="{WIDTH}" height="{top}" rx="8"/>', *lines, "</svg>", ""])
