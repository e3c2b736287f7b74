"""Completes what `docc` wrote, for the path that it is served at: `finish.py SITE BASE`.

- `/` opens the landing page.
- The navigator of Resourceful has the other modules at its end.
- Code is as wide as its lines, by a style sheet. On a phone, what is wider than the page scrolls, with a shadow.
- Code in the documentation of symbols is colored as Swift, unless it says what else it is.
- No page asks in vain for the settings of a theme.
- A bar on each page leads to the landing page and to the search.
- `search/` finds words in articles and symbols; the navigator's filter looks at titles alone.
- `404.html` is the page for an address that leads nowhere.
"""

import json
import pathlib
import sys

import search

site, base = pathlib.Path(sys.argv[1]), sys.argv[2]
here = pathlib.Path(__file__).parent
landing = "documentation/resourceful/"


def unite(index):
    """Puts the other modules below the first one, whose page is the landing page."""
    for language, roots in index["interfaceLanguages"].items():
        [first] = [root for root in roots if root.get("path", "").strip("/") == landing.strip("/")]
        others = [root for root in roots if root is not first]
        if others:
            first["children"] += [{"title": "Other modules", "type": "groupMarker"}, *others]
        index["interfaceLanguages"][language] = [first]


def color(content):
    """Whether there is code without a language, which becomes Swift."""
    found = False
    for one in content.values() if isinstance(content, dict) else content:
        if isinstance(one, (dict, list)):
            found = color(one) or found
    if isinstance(content, dict) and content.get("type") == "codeListing" and not content.get("syntax"):
        content["syntax"] = "swift"
        found = True
    return found


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
for name in ["site.css", "page.css"]:
    (site / "css" / name).write_text((here / name).read_text())

for path in ["index.html", "documentation/index.html"]:
    (site / path).write_text(page_of((here / "start.html").read_text()))

theme = site / "theme-settings.json"
if not theme.exists():
    theme.write_text("{}\n")

pages = []
for file in sorted((site / "data").rglob("*.json")):
    page = json.loads(file.read_text())
    pages.append(page)
    # What an article or a page of a module prints has no language.
    if page["metadata"]["role"] == "symbol" and color(page.get("primaryContentSections", [])):
        file.write_text(json.dumps(page, separators=(",", ":")))
# Types before their members.
pages.sort(key=lambda page: (page["metadata"]["role"] != "collection", search.address(page).count("/")))
(site / "search").mkdir()
(site / "search/index.html").write_text(page_of((here / "search.html").read_text()))
(site / "search/search.js").write_text((here / "search.js").read_text())
(site / "search/pages.json").write_text(json.dumps(search.index(pages), separators=(",", ":")))
(site / "404.html").write_text(page_of((here / "missing.html").read_text()))
