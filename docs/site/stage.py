"""Writes the sources of the site, from which mdBook builds it: stage.py FOLDER

The documents of the repository link to each other by relative paths, which a Git host follows. docs/ is the root of the
site, so the links of all pages are rewritten for their new places. Other files that pages link to are copied. A link to
a document which is not a page of the site is an error.
"""

import posixpath
import re
import shutil
import sys
from pathlib import Path

import markdown
import pages

# Documents for contributors only; no page links to them.
NO_PAGES = {"docs/history.md"}


def stage(page: str, files: set[str], known: set[str], linked: set[str]) -> str:
    """The text of a page in the site. Adds the files that it links to."""

    def change(target: str) -> str:
        found = pages.in_repository(page, target)
        if found is None or target.startswith("#"):
            return target
        path, fragment = found
        if f"{path}/README.md" in files:
            path += "/README.md"
        if path not in files:
            sys.exit(f"{page}: there is no {path}, to which it links")
        if path.endswith(".md") and path not in known:
            sys.exit(f"{page}: {path}, to which it links, is not in {pages.SUMMARY}")
        linked.add(path)
        return posixpath.relpath(pages.place(path), posixpath.dirname(pages.place(page)) or ".") + fragment

    text = (pages.ROOT / page).read_text(encoding="utf-8")
    # Badges are pictures of other hosts.
    text = re.sub(r"^\[!\[.*\n", "", text, flags=re.MULTILINE)
    text = markdown.map_links(text, change)
    # Text for the site alone, such as the playground, is in comments.
    return re.sub(r"<!-- site: (.*?) -->", r"\1", text, flags=re.DOTALL)


def listed_pages(files: set[str]) -> set[str]:
    """The pages of the summary: all are files, and all documents of docs/ except NO_PAGES are among them."""
    known = {page for _, _, page in pages.listed()} | {pages.SUMMARY}
    if absent := sorted(known - files):
        sys.exit(f"{pages.SUMMARY}: there is no {', '.join(absent)}")
    if unlisted := sorted(name for name in files - known - NO_PAGES if re.fullmatch(r"docs/[^/]+\.md", name)):
        sys.exit(f"{pages.SUMMARY} does not list {', '.join(unlisted)}")
    return known


def main(folder: Path) -> None:
    files = pages.repository_files()
    known = listed_pages(files)
    shutil.rmtree(folder, ignore_errors=True)
    linked: set[str] = set()
    texts = {page: stage(page, files, known, linked) for page in sorted(known)}
    for page, text in texts.items():
        to = folder / pages.place(page)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text, encoding="utf-8")
    for other in linked - known:
        to = folder / pages.place(other)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(pages.ROOT / other, to)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
