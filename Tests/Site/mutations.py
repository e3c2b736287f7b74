"""Ways to break a copy of the site. Each says the kind of failure, the pages to visit, and a text that the failure has."""

import contextlib
import json
import os
import pathlib
import shutil
import tempfile

ARTICLE = "/documentation/resourceful/gettingstarted"


@contextlib.contextmanager
def copy(site):
    """A copy whose files are those of the site, until they are written."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="site.", dir=site.parent))
    try:
        shutil.copytree(site, folder, dirs_exist_ok=True, copy_function=os.link)
        yield folder
    finally:
        shutil.rmtree(folder)


def write(file, text):
    file.unlink(missing_ok=True)
    file.write_text(text)


def change(folder, path, change):
    """Changes a page's data."""
    file = folder / f"data{path}.json"
    page = json.loads(file.read_text())
    change(page)
    write(file, json.dumps(page))


def contents(page):
    return next(section for section in page["primaryContentSections"] if section["kind"] == "content")["content"]


def dead_link(folder):
    """A link within a page's text."""
    def edit(page):
        reference = next(one for one in page["references"].values() if one.get("url", "").startswith("/documentation/"))
        reference["url"] = "/documentation/resourceful/nosuchpage"
    change(folder, ARTICLE, edit)
    return "dead link", [ARTICLE], "nosuchpage"


def dead_anchor(folder):
    def edit(page):
        reference = next(one for one in page["references"].values() if one.get("url") == ARTICLE)
        reference["url"] += "#no-such-heading"
    change(folder, "/documentation/resourceful", edit)
    return "dead link", [], "no-such-heading"


def lost_page(folder):
    """A page that the navigator leads to."""
    (folder / f"data{ARTICLE}.json").unlink()
    return "dead link", [], ARTICLE


def lost_picture(folder):
    next((folder / "images").rglob("journey.svg")).unlink()
    return "dead link", ["/documentation/resourceful"], "journey.svg"


def lost_start(folder):
    """`/` as docc leaves it."""
    write(folder / "index.html", "<!doctype html><title>Documentation</title><p>The page can't be found.")
    return "dead link", ["/"], "landing page"


def dead_bar(folder):
    """A link that is on each page, but in no page's data."""
    file = folder / ARTICLE[1:] / "index.html"
    write(file, file.read_text().replace("<body", '<body><a href="/documentation/nosuchpage/">…</a><body', 1))
    return "dead link", [ARTICLE], "nosuchpage"


def empty_page(folder):
    change(folder, ARTICLE, lambda page: page.update(primaryContentSections=[], topicSections=[]))
    return "empty page", [], ARTICLE


def blank_page(folder):
    """A page whose data is complete, but which isn't drawn."""
    script = '<body><script>setInterval(() => document.querySelector("main")?.replaceChildren(), 5)</script>'
    file = folder / ARTICLE[1:] / "index.html"
    write(file, file.read_text().replace("<body", script + "<body", 1))
    return "empty page", [ARTICLE], "shows nothing"


def console_error(folder):
    file = folder / ARTICLE[1:] / "index.html"
    write(file, file.read_text().replace("<head>", "<head><script>console.error('mutated')</script>", 1))
    return "console error", [ARTICLE], "mutated"


def exception(folder):
    file = folder / ARTICLE[1:] / "index.html"
    write(file, file.read_text().replace("<head>", "<head><script>mutated()</script>", 1))
    return "console error", [ARTICLE], "mutated"


def lost_file(folder):
    """A file that a page asks for."""
    (folder / "theme-settings.json").unlink()
    return "console error", [ARTICLE], "theme-settings.json"


def white_in_the_dark(folder):
    file = folder / ARTICLE[1:] / "index.html"
    write(file, file.read_text().replace("</head>", "<style>main { background: white }</style></head>", 1))
    return "console error", [ARTICLE], "dark"


def overlong_line(folder):
    def edit(page):
        contents(page).insert(0, {"type": "codeListing", "syntax": "swift", "code": ["let x = " + "1 + " * 25 + "1"]})
    change(folder, ARTICLE, edit)
    return "overlong line", [ARTICLE], "let x = 1 + 1"


def cut_line(folder):
    """A line that isn't wrapped, in an article whose lines may be long."""
    path = "/documentation/resourceful/comparedcalls"
    change(folder, path, lambda page: contents(page).insert(
        0, {"type": "codeListing", "syntax": "swift", "code": ["let x = " + "1 + " * 25 + "1"]}))
    file = folder / path[1:] / "index.html"
    style = "<style>pre > code { white-space: pre !important; }</style></head>"
    write(file, file.read_text().replace("</head>", style, 1))
    return "overlong line", [path], "code is cut"


def wide_page(folder):
    """A page that is wider than a telephone."""
    file = folder / ARTICLE[1:] / "index.html"
    write(file, file.read_text().replace("</head>", "<style>#app { min-width: 600px }</style></head>", 1))
    return "overlong line", [ARTICLE], "too wide"


def missing_word(folder):
    file = folder / "search/pages.json"
    write(file, file.read_text().replace("Pagination", "Pages").replace("pagination", "pages"))
    return "missing word", ["/search"], "search page finds nothing for “pagination”"


def late_word(folder):
    """A search that shows no articles."""
    file = folder / "search/search.js"
    write(file, file.read_text().replace("mostArticles = 8", "mostArticles = 0"))
    return "missing word", ["/search"], "and not to retryingrequests"


def symbols_first(folder):
    file = folder / "search/search.js"
    before, rows = file.read_text().split("...symbols.filter(isType)")
    write(file, before + "...symbols.slice(0, 1)" + rows)
    return "missing word", ["/search"], "symbols before articles"


def parts_first(folder):
    """A search that takes a part of a word for a word."""
    file = folder / "search/search.js"
    write(file, file.read_text().replace("word.stem === query.stem", "word.text.includes(query.text)"))
    return "missing word", ["/search"], "before whole ones"


def lost_missing_page(folder):
    (folder / "404.html").unlink()
    return "dead link", ["/missing"], "leads nowhere has no page"


def plain_code(folder):
    """Code whose language isn't known."""
    change(folder, "/documentation/resourceful/retryrule", lambda page: [
        one.update(syntax=None) for one in contents(page) if one["type"] == "codeListing"])
    return "plain code", [], "retryrule"


def uncolored_code(folder):
    """Code that the page doesn't color."""
    script = "<script>setInterval(() => document.querySelectorAll('[class*=syntax-]').forEach((one) => " \
        "one.removeAttribute('class')), 5)</script>"
    file = folder / ARTICLE[1:] / "index.html"
    write(file, file.read_text().replace("<body", "<body>" + script + "<body", 1))
    return "plain code", [ARTICLE], ARTICLE


def cut_table(folder):
    """A table that can't be scrolled on a phone."""
    path = "/documentation/resourceful/fivestacks"
    file = folder / path[1:] / "index.html"
    style = "<style>.table-wrapper { overflow: hidden !important; }</style></head>"
    write(file, file.read_text().replace("</head>", style, 1))
    return "overlong line", [path], "can't be scrolled"


def cut_without_a_sign(folder):
    """Code that can be scrolled on a phone, which nothing shows."""
    file = folder / ARTICLE[1:] / "index.html"
    style = "<style>.code-listing .container-general { background-image: none !important; }</style></head>"
    write(file, file.read_text().replace("</head>", style, 1))
    return "overlong line", [ARTICLE], "without a shadow"


def missing_symbol(folder):
    """A method without its page, and without all that leads to it."""
    path = "/documentation/resourceful/policy/limit(atonce:)"
    (folder / f"data{path}.json").unlink()
    return "missing symbol", [], "limit(atOnce"


MUTATIONS = {
    "a dead link": dead_link, "a link to a heading that isn't there": dead_anchor, "a page that is lost": lost_page,
    "a picture that is lost": lost_picture, "nothing at /": lost_start, "a dead link outside the page's data": dead_bar,
    "an empty page": empty_page, "a page that isn't drawn": blank_page, "an error on the console": console_error,
    "an exception": exception, "a file that is lost": lost_file, "a white page in the dark": white_in_the_dark,
    "an overlong line of code": overlong_line, "a line of code that is cut": cut_line,
    "a page wider than a phone": wide_page,
    "a word that the search doesn't find": missing_word, "articles that the search doesn't show": late_word,
    "symbols before articles": symbols_first, "parts of words before words": parts_first,
    "no page for a wrong address": lost_missing_page,
    "code without a language": plain_code, "code without colors": uncolored_code,
    "a table that is cut on a phone": cut_table, "code that is cut on a phone without a sign": cut_without_a_sign,
    "a missing symbol": missing_symbol,
}
