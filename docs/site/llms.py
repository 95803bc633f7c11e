"""Writes llms.txt and llms-full.txt for language models, and the sources of the pages beside the pages: llms.py SOURCES SITE

llms.txt is docs/site/llms.md with the pages of docs/SUMMARY.md, each with its first sentence; llms-full.txt has the
texts of all pages.
"""

import shutil
import sys
from pathlib import Path

import markdown
import pages

ENTRIES = "<!-- pages -->\n"


def main(sources: Path, site: Path) -> None:
    head = (pages.ROOT / "docs/site/llms.md").read_text(encoding="utf-8")
    assert ENTRIES in head, f"docs/site/llms.md has no line {ENTRIES}"
    lines, full, part = [], [head.replace(ENTRIES, "").strip()], None
    for section, title, page in pages.listed():
        place = pages.place(page)
        text = (sources / place).read_text(encoding="utf-8")
        sentence = markdown.first_sentence(text)
        assert sentence, f"{page}: there is no first sentence below the heading"
        if section != part:
            lines.append(f"\n## {section or 'Start'}\n")
            part = section
        lines.append(f"- [{title}]({place}): {sentence}")
        full.append(f"<!-- {place} -->\n\n{text.strip()}")
        (site / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(sources / place, site / place)
    (site / "llms.txt").write_text(head.replace(ENTRIES, "\n".join(lines).strip() + "\n"), encoding="utf-8")
    (site / "llms-full.txt").write_text("\n\n".join(full) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
