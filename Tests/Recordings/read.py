"""Reads HTTP archives by programs that know nothing of this library, and says where these disagree with it.

    read.py SCHEMA ARCHIVE...

Each archive must be valid by the schema, be opened by haralyzer and by mitmproxy, and show there what stands in it.
"""
import json
import pathlib
import sys

import haralyzer
import jsonschema
from mitmproxy import io


def by_haralyzer(text):
    parser = haralyzer.HarParser(json.loads(text))
    return [(e.request.method, e.request.url, e.response.status) for e in parser.har_data["entries"]
            for e in [haralyzer.HarEntry(e)]]


def by_mitmproxy(path):
    with open(path, "rb") as file:
        flows = list(io.FlowReader(file).stream())
    return [(f.request.method, f.request.url, f.response.status_code if f.response else 0) for f in flows], [
        f.response.text for f in flows if f.response]


def check(schema, path):
    text = path.read_text()
    archive = json.loads(text)
    jsonschema.validate(archive, schema, format_checker=jsonschema.FormatChecker())
    entries = archive["log"]["entries"]
    assert entries, "there are no entries"
    own = [(e["request"]["method"], e["request"]["url"], e["response"]["status"]) for e in entries]
    assert by_haralyzer(text) == own, "haralyzer reads something else"
    flows, texts = by_mitmproxy(path)
    assert flows == own, f"mitmproxy reads something else:\n{flows}\n{own}"
    contents = [e["response"]["content"] for e in entries]
    for content, text in zip(contents, texts, strict=True):
        if "encoding" not in content:
            assert (text or "") == content.get("text", ""), f"mitmproxy reads other content: {text!r}"
    print(f"{path.name}: {len(entries)} entries, valid, read by haralyzer and mitmproxy")


schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
for name in sys.argv[2:]:
    check(schema, pathlib.Path(name))
