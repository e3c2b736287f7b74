"""Completes what `docc` wrote, for the path that it is served at: `finish.py SITE BASE`.

- `/` opens the landing page.
- The navigator of Resourceful has the other modules at its end.
- Code is as wide as its lines, by a style sheet.
- No page asks in vain for the settings of a theme.
- A bar on each page leads to the landing page and to the search.
- `search/` finds words in titles, summaries and headings; the navigator's filter looks at titles alone.
"""

import json
import pathlib
import sys

site, base = pathlib.Path(sys.argv[1]), sys.argv[2]
here = pathlib.Path(__file__).parent
landing = "documentation/resourceful/"


def text(content):
    """The plain text of what a page has inline."""
    if isinstance(content, list):
        return "".join(map(text, content))
    return content.get("text") or content.get("code") or text(content.get("inlineContent", []))


def unite(index):
    """Puts the other modules below the first one, whose page is the landing page."""
    for language, roots in index["interfaceLanguages"].items():
        [first] = [root for root in roots if root.get("path", "").strip("/") == landing.strip("/")]
        others = [root for root in roots if root is not first]
        if others:
            first["children"] += [{"title": "Other modules", "type": "groupMarker"}, *others]
        index["interfaceLanguages"][language] = [first]


def entry(page):
    """What the search looks at: title, address, kind, module, summary, and headings with their anchors."""
    metadata = page["metadata"]
    headings = [
        [block["text"], block.get("anchor", "")]
        for section in page.get("primaryContentSections", [])
        for block in section.get("content", [])
        if block["type"] == "heading" and block["text"] != "Overview"
    ]
    module = (metadata.get("modules") or [{"name": ""}])[0]["name"]
    return [
        metadata["title"], page["variants"][0]["paths"][0].strip("/") + "/", metadata.get("roleHeading", ""), module,
        text(page.get("abstract", [])), headings,
    ]


def page_of(template):
    return template.replace("{{BASE_PATH}}", base).replace("{{LANDING}}", landing)


index = site / "index/index.json"
tree = json.loads(index.read_text())
unite(tree)
index.write_text(json.dumps(tree, separators=(",", ":")))

header = f'<template id="custom-header">{page_of((here / "header.html").read_text())}</template>'
sheet = f'<link href="{base}css/site.css" rel="stylesheet">'
for file in (site / "documentation").rglob("index.html"):
    before, body, after = file.read_text().partition('<body data-color-scheme="auto">')
    assert body, f"{file} isn't as docc writes it"
    file.write_text(before.replace("</head>", sheet + "</head>") + body + header + after)
(site / "css/site.css").write_text((here / "site.css").read_text())

for path in ["index.html", "documentation/index.html"]:
    (site / path).write_text(page_of((here / "start.html").read_text()))

theme = site / "theme-settings.json"
if not theme.exists():
    theme.write_text("{}\n")

pages = [json.loads(file.read_text()) for file in sorted((site / "data").rglob("*.json"))]
# Articles first, then types, then their members.
order = {"collection": 0, "article": 1, "collectionGroup": 1}
pages.sort(key=lambda page: (order.get(page["metadata"]["role"], 2), page["variants"][0]["paths"][0].count("/")))
(site / "search").mkdir()
(site / "search/index.html").write_text(page_of((here / "search.html").read_text()))
(site / "search/search.js").write_text((here / "search.js").read_text())
(site / "search/pages.json").write_text(json.dumps([entry(page) for page in pages], separators=(",", ":")))
