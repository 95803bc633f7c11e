"""Checks links, and names each broken one.

    links.py markdown               every Markdown file of the repository, as a Git host resolves its links
    links.py site FOLDER            every page, source and style sheet of a built site
    links.py --external FOLDER      the addresses of other hosts in both, with curl; needs a network
"""

import posixpath
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import markdown
import pages

# Addresses that no reader is meant to open.
_EXAMPLES = re.compile(r"https?://(?:localhost|127\.0\.0\.1|(?:[\w-]+\.)*example(?:\.\w+)?)(?=[:/]|$)")


class Page(HTMLParser):
    """The links, the loaded files and the anchors of an HTML page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.base = ""
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        # Names of other elements, such as those of metadata, are no anchors.
        self.anchors |= {values[name] for name in (("id", "name") if tag == "a" else ("id",)) if name in values}
        if tag == "base":
            self.base = values.get("href", "")
        elif "href" in values or "xlink:href" in values:
            target = values.get("href", values.get("xlink:href", ""))
            (self.loaded if tag == "link" and values.get("rel") != "canonical" else self.links).append(target)
        self.loaded += [values[name] for name in ("src", "poster") if name in values]
        self.loaded += [source.split()[0] for source in values.get("srcset", "").split(",") if source.strip()]


def form(target: str) -> str:
    """The error in the form of an address of another host, or nothing."""
    parts = urlsplit(target)
    if parts.scheme == "mailto":
        return "" if re.fullmatch(r"[^@\s]+@[\w-]+(\.[\w-]+)+", parts.path) else "no address of mail"
    if parts.scheme not in ("http", "https"):
        return f"the scheme {parts.scheme!r}"
    if _EXAMPLES.match(target):
        return ""
    if parts.scheme != "https":
        return "not https"
    return "" if re.fullmatch(r"[\w-]+(\.[\w-]+)+", parts.hostname or "") else "no host"


def is_external(target: str) -> bool:
    """Whether a link leaves for another host."""
    return bool(re.match(r"[a-z][a-z0-9+.-]*:|//", target, re.IGNORECASE))


def broken_in_markdown(page: str, text: str, files: Iterable[str], read: Callable[[str], str]) -> Iterator[str]:
    """The broken links of a Markdown file of the repository, each with its reason."""
    for target in markdown.links(text):
        found = pages.in_repository(page, target)
        if found is None:
            if wrong := form(target):
                yield f"{target}: {wrong}"
            continue
        path, fragment = unquote(found[0]), unquote(found[1])
        if path not in files and not any(name.startswith(path + "/") for name in files):
            yield f"{target}: there is no {path}"
        elif fragment and path.endswith(".md") and fragment[1:] not in markdown.anchors(read(path)):
            yield f"{target}: {path} has no heading {fragment}"


def unknown_names(text: str, words: set[str], files: Iterable[str]) -> Iterator[str]:
    """The names of code with an underscore, outside of tables, and the Rust files that the repository does not have."""
    # Tables compare with the names of other programs.
    prose = re.sub(r"(?m)^\|.*$", "", text)
    for name in sorted(set(re.findall(r"`(?:\w+::|\w+\.)*([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+)(?:\(\))?`", prose)) - words):
        yield f"{name}: no code has the name"
    for name in sorted(set(re.findall(r"`([\w/-]+\.rs)`", text))):
        if not any(f"/{file}".endswith(f"/{name}") for file in files):
            yield f"{name}: there is no such file"


def check_markdown() -> list[str]:
    """The broken links of all Markdown files of the repository, and the names that lead nowhere."""
    files = pages.repository_files()

    def read(path: str) -> str:
        return (pages.ROOT / path).read_text(encoding="utf-8")

    documents = sorted(name for name in files if name.endswith(".md"))
    print(f"links of {len(documents)} Markdown files")
    # llms.md is a part of a file at the root of the site.
    documents.remove("docs/site/llms.md")
    words: set[str] = set()
    for name in files:
        if name.endswith((".rs", ".py", ".js", ".toml", ".yml", "justfile")) or name.startswith(".ci/"):
            words.update(re.findall(r"\w+", read(name)))
    found = [(page, broken) for page in documents for broken in broken_in_markdown(page, read(page), files, read)]
    # The changelog names code of the past.
    documents.remove("CHANGELOG.md")
    found += [(page, unknown) for page in documents for unknown in unknown_names(read(page), words, files)]
    return [f"{page}: {broken}" for page, broken in found]


class Site:
    """A built site: its files, and the anchors of each page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        self.pages = {name: Page(self.read(name)) for name in sorted(self.files) if name.endswith(".html")}

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def broken(self, name: str, target: str, base: str = "") -> str:
        """The reason why a link of a file leads nowhere in the site, or nothing."""
        parts = urlsplit(target)
        # A page with a base is shown in place of any address, and its base is the root of the site.
        start = "" if base else posixpath.dirname(name)
        path = unquote(parts.path)
        if path.startswith("/") and not base:
            return "begins with a slash, and sites can be in a folder of a host"
        full = posixpath.normpath(posixpath.join(start, path)) if path else name
        if full == "." or path.endswith("/") or any(file.startswith(full + "/") for file in self.files):
            full = posixpath.normpath(posixpath.join(full, "index.html"))
        if full not in self.files:
            return f"there is no {full}"
        fragment = unquote(parts.fragment)
        if full in self.pages and fragment not in self.pages[full].anchors:
            return f"{full} has no anchor #{fragment}"
        if full.endswith((".md", ".txt")) and fragment and fragment not in markdown.anchors(self.read(full)):
            return f"{full} has no heading #{fragment}"
        return ""

    def check(self) -> Iterator[str]:
        """The broken links of the site, each with its file and its reason."""
        for name, page in self.pages.items():
            for target in page.links:
                if wrong := form(target) if is_external(target) else self.broken(name, target, page.base):
                    yield f"{name}: {target}: {wrong}"
            for target in page.loaded:
                if is_external(target) and not target.startswith("data:"):
                    yield f"{name}: {target}: loaded from another host"
                elif not is_external(target) and (wrong := self.broken(name, target, page.base)):
                    yield f"{name}: {target}: {wrong}"
        for name in sorted(self.files):
            yield from self._check_text(name)

    def _check_text(self, name: str) -> Iterator[str]:
        """The broken links of a style sheet, of the source of a page, or of llms.txt."""
        if name.endswith(".css"):
            for target in re.findall(r"""url\(["']?([^"')]+)["']?\)""", self.read(name)):
                if is_external(target) and not target.startswith("data:"):
                    yield f"{name}: {target}: loaded from another host"
                elif not is_external(target) and (wrong := self.broken(name, target)):
                    yield f"{name}: {target}: {wrong}"
        elif name.endswith(".md") or name == "llms.txt":
            for target in markdown.links(self.read(name)):
                if not is_external(target) and (wrong := self.broken(name, target)):
                    yield f"{name}: {target}: {wrong}"


def external(site: Site) -> set[str]:
    """The addresses of other hosts in the repository's Markdown and in the site."""
    found = {target for page in site.pages.values() for target in page.links}
    for name in pages.repository_files():
        if name.endswith(".md"):
            found |= set(markdown.links((pages.ROOT / name).read_text(encoding="utf-8")))
    return {target.partition("#")[0] for target in found if target.startswith("http") and not _EXAMPLES.match(target)}


def unreachable(target: str) -> str:
    """An address that does not answer, with the reason, or nothing."""
    # Some hosts have their pages for browsers alone.
    browser = ["-A", "Mozilla/5.0", "-H", "Accept: text/html"]
    curl = ["curl", "-sSL", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "30", "--retry", "2", *browser, target]
    done = subprocess.run(curl, capture_output=True, text=True, check=False)
    # Hosts that refuse programs or too many requests are there all the same.
    is_there = done.returncode == 0 and (done.stdout < "400" or done.stdout in ("401", "403", "429"))
    return "" if is_there else f"{target}: {done.stderr.strip() or done.stdout}"


def check_external(site: Site) -> list[str]:
    """The addresses of other hosts that do not answer."""
    targets = sorted(external(site))
    print(f"{len(targets)} addresses of other hosts")
    with ThreadPoolExecutor(8) as pool:
        return [broken for broken in pool.map(unreachable, targets) if broken]


def main(arguments: list[str]) -> int:
    match arguments:
        case ["markdown"]:
            broken = check_markdown()
        case ["site", folder]:
            site = Site(Path(folder))
            links = sum(len(page.links) + len(page.loaded) for page in site.pages.values())
            print(f"{links} links of {len(site.pages)} pages in {len(site.files)} files")
            broken = list(site.check())
        case ["--external", folder]:
            broken = check_external(Site(Path(folder)))
        case _:
            sys.exit(__doc__)
    for line in broken:
        print(line)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
