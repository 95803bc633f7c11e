"""The pages of the site: those that docs/SUMMARY.md lists, and the place of each."""

import posixpath
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = "docs/SUMMARY.md"


def repository_files() -> set[str]:
    """The files of the repository, new ones included, as paths from its root."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
    )
    # With -z, names outside ASCII are not quoted.
    return {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}


def address() -> str:
    """The address of the repository that Cargo.toml has, or nothing."""
    found = re.search(r'^repository = "([^"]+)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1].rstrip("/").removesuffix(".git") if found else ""


def in_repository(page: str, target: str) -> tuple[str, str] | None:
    """The path from the root of the repository and the fragment of a link, or None if it leaves the repository.

    >>> in_repository("docs/server.md", "../DESIGN.md#map")
    ('DESIGN.md', '#map')
    """
    if (own := address()) and (found := re.match(re.escape(own) + r"/(?:blob|tree)/[^/]+/(.*)", target)):
        page, target = "", found[1]
    if re.match(r"[a-z][a-z+.-]*:|//", target):
        return None
    path, hash_mark, fragment = target.partition("#")
    path = path.partition("?")[0]
    full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return full, hash_mark + fragment


def place(path: str) -> str:
    """The place in the site of a file of the repository: a README is a page with the name of its folder.

    >>> place("docs/server.md"), place("crates/marlin-core/README.md"), place("README.md")
    ('server.md', 'crates/marlin-core.md', 'overview.md')
    """
    own = {"README.md": "overview.md", "docs/README.md": "index.md"}
    if path in own:
        return own[path]
    if path.endswith("/README.md"):
        path = path.removesuffix("/README.md") + ".md"
    # Hosts leave out files whose name begins with a dot.
    return "/".join(part.lstrip(".") for part in path.removeprefix("docs/").split("/"))


def listed() -> list[tuple[str, str, str]]:
    """The pages in the order of the summary: the part, the title, and the path in the repository."""
    entries, part = [], ""
    for line in (ROOT / SUMMARY).read_text(encoding="utf-8").splitlines():
        if line.startswith("# ") and line != "# Summary":
            part = line[2:].strip()
        elif entry := re.match(r"\s*(?:[-*] )?\[([^\]]+)\]\(([^)]+)\)", line):
            found = in_repository(SUMMARY, entry[2])
            assert found, f"{SUMMARY}: {entry[2]} is no file of the repository"
            entries.append((part, entry[1], found[0]))
    return entries
