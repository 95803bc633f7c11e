"""Links and headings of Markdown, as a Git host reads them."""

import re
from collections.abc import Callable, Iterator

# Fenced blocks, comments and code in a line have no links.
_FENCE = r"^ *(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^ *(?P=fence)[`~]*[ \t]*$|\Z)"
_FENCED = re.compile(_FENCE, re.DOTALL | re.MULTILINE)
_CODE = re.compile(
    _FENCE + r"|<!--.*?-->|(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`)",
    re.DOTALL | re.MULTILINE,
)
_TARGET = re.compile(
    r"""(?P<before>\]\(|^\[[^\]^]+\]:[ ]+|\b(?:src|srcset|href)=")(?P<target>[^()\s"<>]+)(?=[\s")]|$)""", re.MULTILINE
)
_BARE = re.compile(r"""<(?P<target>https?://[^>\s]*)>""")
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<text>.+?)[ \t]*#*$", re.MULTILINE)
_ANCHOR = re.compile(r"""<[a-z]+ [^>]*\b(?:id|name)="(?P<name>[^"]+)\"""")


def map_links(text: str, change: Callable[[str], str]) -> str:
    """Replaces the target of every link and image outside code."""

    def in_piece(piece: str) -> str:
        return _TARGET.sub(lambda found: found["before"] + change(found["target"]), piece)

    pieces, end = [], 0
    for code in _CODE.finditer(text):
        pieces += [in_piece(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*pieces, in_piece(text[end:])])


def links(text: str) -> Iterator[str]:
    """The targets of all links and images outside code, addresses in angle brackets included."""
    found: list[str] = []
    map_links(text, lambda target: found.append(target) or target)
    yield from found
    yield from (bare["target"] for bare in _BARE.finditer(_CODE.sub("", text)))


def plain(text: str) -> str:
    """A line without its marks: links are their texts."""
    text = re.sub(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[`*]|<[^>]+>", "", text)


def anchors(text: str) -> set[str]:
    """The fragments that lead to a place of a page: a heading by GitHub's rule, or an element with a name."""
    text = _FENCED.sub("", text)
    found: set[str] = set()
    for heading in _HEADING.finditer(text):
        slug = re.sub(r"[^\w\- ]", "", plain(heading["text"]).lower()).replace(" ", "-")
        number = 0
        while (name := f"{slug}-{number}" if number else slug) in found:
            number += 1
        found.add(name)
    return found | {anchor["name"] for anchor in _ANCHOR.finditer(text)}


def title(text: str) -> str:
    """The first heading."""
    heading = _HEADING.search(_FENCED.sub("", text))
    return plain(heading["text"]) if heading else ""


def first_sentence(text: str) -> str:
    """The first sentence below the first heading."""
    text = _FENCED.sub("", text)
    for paragraph in re.split(r"\n\s*\n", text[text.find("\n# ") + 1 :]):
        if not paragraph.strip() or re.match(r"[#<|]|!\[|\[!\[|[-*] |\d+\. ", paragraph):
            continue
        line = plain(" ".join(paragraph.split()))
        end = re.search(r"[.:](?= [A-Z`]|$)", line)
        return line[: end.start()] + "." if end else line
    return ""
