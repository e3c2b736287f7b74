"""What the search looks at: `index(pages)` of a site's pages, as Docs/Site/search.js reads it.

- `articles`: title, address, summary, sections (heading and anchor), and words that people type for it.
- `symbols`: name, and for each that has it: owner, address, kind, module and summary.
- `words`: for each word of an article's text, the sections that have it, as differences of their numbers.
- `common`: words that say nothing.
"""

import collections
import re

COMMON = set("""a an and are as at be but by can do does each for from has have how if in into is it its no not of on one
    only or so than that the their them then there these they this to use uses was what when where which who will with you
    your""".split())

# What people type, and these articles call otherwise.
TYPED = {
    "AuthenticatingRequests": "401 auth authorization credentials login password",
    "Bodies": "payload",
    "CachingResponses": "offline",
    "ComingFromURLSession": "background websocket",
    "CompilerMessages": "build error",
    "DescribingRequests": "custom endpoint parameters params router",
    "FiveStacks": "migration",
    "Installation": "package spm",
    "LoadingPages": "cursor infinite pagination scroll",
    "Plans": "cancel chain concurrent parallel sequence",
    "Policies": "adapter hook interceptor logger logging middleware plugin",
    "ReadingStreams": "sse",
    "RetryingRequests": "resend",
    "SigningIn": "auth authorization login logout session",
    "TestingRequests": "fake mock stub unit",
    "Transports": "certificate pinning ssl",
    "WorkingWithJSON": "codable decodable parsing serialization",
}


def strings(content, references):
    """All text within a page's content."""
    if isinstance(content, list):
        for one in content:
            yield from strings(one, references)
    elif isinstance(content, dict):
        if content.get("type") == "reference":
            yield references.get(content["identifier"], {}).get("title", "")
        for key, value in content.items():
            if key in ("text", "code"):
                yield from [value] if isinstance(value, str) else value
            elif isinstance(value, (list, dict)):
                yield from strings(value, references)


def text(content, references):
    return "".join(strings(content, references))


def words(text):
    """The words of a text, with the parts of names such as `convertFromSnakeCase`; search.js has the same function."""
    for found in re.findall(r"\d[\d.,]*|[A-Za-z][A-Za-z0-9]*", text):
        parts = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", found).split()
        for word in {found.rstrip(".,"), *parts}:
            if len(word) > 1 and (not word[0].isdigit() or re.fullmatch(r"\d{3,4}", word)):
                yield word.lower()


def sections(page):
    """The headings of a page with their anchors and the words below them."""
    found = [["", "", set()]]
    for part in page.get("primaryContentSections", []):
        for block in part.get("content", []):
            if block["type"] == "heading":
                isOverview = block["text"] == "Overview"
                found.append(["", "", set()] if isOverview else [block["text"], block.get("anchor", ""), set()])
            else:
                for one in strings(block, page["references"]):
                    found[-1][2].update(words(one))
    return [one for one in found if one[0] or one[2]]


def is_article(page):
    """Whether people have written a page; docc also makes pages of a protocol's members."""
    metadata = page["metadata"]
    return metadata["role"] in ("article", "collection") or (
        metadata["role"] == "collectionGroup" and not metadata["title"].endswith(" Implementations"))


def address(page):
    return page["variants"][0]["paths"][0].strip("/") + "/"


def owner(page, pages):
    """The title of the type or module that a symbol is in."""
    for identifier in reversed(page["hierarchy"]["paths"][0]):
        parent = pages.get(identifier.split("/", 3)[-1].lower() + "/")
        if parent and parent["metadata"]["role"] != "collectionGroup":
            return parent["metadata"]["title"]
    return ""


def index(pages):
    """The pages are in the order in which they are shown, if they fit equally well."""
    places = {address(page): page for page in pages}
    articles, symbols, found = [], collections.defaultdict(list), collections.defaultdict(list)
    number = 0
    for page in pages:
        metadata = page["metadata"]
        summary = text(page.get("abstract", []), page["references"])
        if is_article(page):
            parts = sections(page)
            name = page["identifier"]["url"].rsplit("/", 1)[-1]
            headings = [part[:2] for part in parts]
            articles.append([metadata["title"], address(page), summary, headings, TYPED.get(name, "")])
            for _, _, here in parts:
                for word in here - COMMON:
                    found[word].append(number)
                number += 1
        else:
            module = (metadata.get("modules") or [{"name": ""}])[0]["name"]
            # A case's title begins with its type, which is its owner.
            title = metadata["title"].rpartition(".")[2] if metadata.get("symbolKind") == "case" else metadata["title"]
            symbols[title].append(
                [owner(page, places), address(page), metadata.get("roleHeading", ""), module, summary])
    postings = {word: [place - before for before, place in zip([0, *places], places)] for word, places in found.items()}
    missing = TYPED.keys() - {page["identifier"]["url"].rsplit("/", 1)[-1] for page in pages}
    assert not missing, f"there is no article {missing}"
    return {"articles": articles, "symbols": list(symbols.items()), "words": dict(sorted(postings.items())),
            "common": sorted(COMMON)}
