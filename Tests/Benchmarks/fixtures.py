"""What the benchmarks' server serves, made anew and always the same."""

import json
import pathlib

WORDS = "a resource is a request and a function that reads what the server answers, and both are one pure value".split()


def text(length: int, seed: int) -> str:
    words = (WORDS[(seed * 7 + index * 5) % len(WORDS)] for index in range(length // 2 + 1))
    return " ".join(words)[:length]


def small() -> dict:
    return {
        "number": 4211, "title": "Parsing is a pure function", "summary": text(740, 1), "author": "Ada Example",
        "published": "2026-03-14T09:26:53Z", "duration": 1834.25, "isExplicit": False,
        "tags": ["swift", "networking", "functions"],
    }


def episode(number: int) -> dict:
    return {
        "number": number, "title": f"Episode {number:03}", "summary": text(66, number),
        "duration": 1200 + number / 4, "isExplicit": number % 7 == 0,
        "address": f"https://example.org/episodes/{number}.mp3",
    }


def write(folder: pathlib.Path) -> None:
    (folder / "small.json").write_text(json.dumps(small()))
    (folder / "list.json").write_text(json.dumps([episode(number) for number in range(500)]))
    with (folder / "big.bin").open("wb") as big:
        big.truncate(200 << 20)
    for file in folder.iterdir():
        file.chmod(0o644)
