"""Tests of the checker and of the steps that build the site: each shows that a fault is found."""

import doctest
import shutil
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from unittest import mock

import links
import markdown
import pages
import stage

# The smallest sites and documents in which a link leads somewhere.
HTML = {
    "index.html": '<a href="a.html#part">A</a> <img src="board.svg"> <a href="play/">Play</a> <a href="#top">Up</a>',
    "a.html": '<h2 id="part">Part</h2> <a href="index.html">Back</a> <a href="https://docs.rs/x">docs</a>',
    "board.svg": "<svg/>",
    "play/index.html": '<link rel="stylesheet" href="style.css"> <a href="../">Documentation</a>',
    "play/style.css": "body { background: url(../board.svg) }",
    "a.md": "# A\n\n## Part two\n\n[part](#part-two) ![board](board.svg)\n",
    "llms.txt": "# T\n\n- [A](a.md#part-two): the page\n",
}
MARKDOWN = {
    "README.md": "# T\n\n[one](docs/one.md#a-part-again) <img src=\"docs/board.svg\"> [folder](docs) ![board](docs/board.svg)\n",
    "docs/one.md": "# One\n\n## A `part`, again\n\n[up](../README.md#t)\n",
    "docs/board.svg": "<svg/>",
}


def broken_site(**changes: str | None) -> list[str]:
    """The broken links of the site above with other files: `a__html` is a.html, None removes it."""
    files = {**HTML, **{name.replace("__", "."): text for name, text in changes.items()}}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            if text is not None:
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / name).write_text(text, encoding="utf-8")
        return list(links.Site(Path(folder)).check())


def broken_markdown(text: str) -> list[str]:
    """The broken links of a README beside the documents above."""
    files = {**MARKDOWN, "README.md": text}
    return list(links.broken_in_markdown("README.md", text, files, files.__getitem__))


class TheSite(unittest.TestCase):
    def test_names_of_code_that_is_gone_are_found(self) -> None:
        text = "`SHARED_PLIES` and `Team::end_all()` in `search/team.rs` or `search/crew.rs`\n| `of_others` |"
        found = links.unknown_names(text, {"SHARED_PLIES"}, ["crates/marlin-core/src/search/team.rs"])
        self.assertEqual(list(found), ["end_all: no code has the name", "search/crew.rs: there is no such file"])

    def test_a_site_whose_links_all_lead_somewhere_passes(self) -> None:
        self.assertEqual(broken_site(), [])

    def test_a_broken_link_is_found(self) -> None:
        self.assertEqual(broken_site(index__html='<a href="b.html">B</a>'), ["index.html: b.html: there is no b.html"])

    def test_a_broken_anchor_is_found(self) -> None:
        [found] = broken_site(index__html='<a href="a.html#parts">A</a>')
        self.assertEqual(found, "index.html: a.html#parts: a.html has no anchor #parts")
        [found] = broken_site(index__html='<a href="#part">A</a>')
        self.assertEqual(found, "index.html: #part: index.html has no anchor #part")
        [found] = broken_site(index__html='<meta name="viewport"><a name="here"></a> <a href="#here">A</a> <a href="#viewport">B</a>')
        self.assertEqual(found, "index.html: #viewport: index.html has no anchor #viewport")

    def test_a_missing_image_is_found_in_pages_sources_and_style_sheets(self) -> None:
        found = broken_site(board__svg=None)
        self.assertEqual([line.split(":")[0] for line in found], ["index.html", "a.md", "play/style.css"])

    def test_a_folder_without_a_page_is_found(self) -> None:
        [found] = broken_site(index__html='<a href="empty/">E</a>', **{"empty/x": "x"})
        self.assertEqual(found, "index.html: empty/: there is no empty/index.html")

    def test_a_link_from_the_root_of_the_host_is_found(self) -> None:
        [found] = broken_site(index__html='<a href="/a.html">A</a>')
        self.assertIn("begins with a slash", found)

    def test_links_of_a_page_with_a_base_begin_at_the_root_of_the_site(self) -> None:
        base = '<base href="/marlin/"><a href="{}">A</a>'
        self.assertEqual(broken_site(**{"404.html": base.format("a.html#part")}), [])
        self.assertEqual(broken_site(**{"404.html": base.format("b.html")}), ["404.html: b.html: there is no b.html"])

    def test_scripts_fonts_and_images_of_other_hosts_are_found(self) -> None:
        for tag in ('<script src="https://cdn.org/x.js"></script>', '<link rel="stylesheet" href="//cdn.org/x.css">',
                    '<img src="https://cdn.org/x.png">', '<img srcset="https://cdn.org/x.png 2x">'):
            [found] = broken_site(index__html=tag)
            self.assertIn("loaded from another host", found)
        [found] = broken_site(x__css="@font-face { src: url('https://cdn.org/x.woff2') }")
        self.assertIn("loaded from another host", found)

    def test_the_form_of_addresses_of_other_hosts_is_checked(self) -> None:
        for target in ("http://docs.rs", "https://docs", "https:///x", "ftp://docs.rs", "mailto:nobody"):
            [found] = broken_site(index__html=f'<a href="{target}">x</a>')
            self.assertTrue(found.startswith(f"index.html: {target}: "), found)
        for target in ("https://docs.rs/x", "http://127.0.0.1:8080/solve", "http://localhost", "mailto:a@b.org"):
            self.assertEqual(broken_site(index__html=f'<a href="{target}">x</a>'), [])

    def test_broken_links_of_llms_txt_are_found(self) -> None:
        found = broken_site(llms__txt="# T\n\n- [A](b.md): a\n- [A](a.md#part-three): a\n")
        self.assertEqual(found, ["llms.txt: b.md: there is no b.md", "llms.txt: a.md#part-three: a.md has no heading #part-three"])


@unittest.skipUnless(shutil.which("curl"), "without curl")
class OtherHosts(unittest.TestCase):
    def test_an_address_that_is_not_found_or_does_not_answer_is_found(self) -> None:
        class Host(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response({"/there": 200, "/refused": 403}.get(self.path, 404))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Host) as host:
            threading.Thread(target=host.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{host.server_port}"
            self.assertEqual(links.unreachable(f"{address}/there"), "")
            self.assertEqual(links.unreachable(f"{address}/refused"), "")
            self.assertEqual(links.unreachable(f"{address}/gone"), f"{address}/gone: 404")
            host.shutdown()
        self.assertNotEqual(links.unreachable(f"{address}/there"), "")


class Markdown(unittest.TestCase):
    def test_documents_whose_links_all_lead_somewhere_pass(self) -> None:
        self.assertEqual(broken_markdown(MARKDOWN["README.md"]), [])

    def test_a_broken_link_is_found(self) -> None:
        self.assertEqual(broken_markdown("[x](docs/two.md)"), ["docs/two.md: there is no docs/two.md"])
        self.assertEqual(broken_markdown("[`x` and\ny](docs/two.md)"), ["docs/two.md: there is no docs/two.md"])
        self.assertEqual(broken_markdown("[x]: docs/two.md\n"), ["docs/two.md: there is no docs/two.md"])

    def test_a_link_outside_the_repository_is_found(self) -> None:
        self.assertEqual(broken_markdown("[x](../docs/one.md)"), ["../docs/one.md: there is no ../docs/one.md"])

    def test_a_broken_anchor_is_found(self) -> None:
        self.assertEqual(broken_markdown("[x](docs/one.md#a-part)"), ["docs/one.md#a-part: docs/one.md has no heading #a-part"])
        self.assertEqual(broken_markdown("# T\n[x](#u)"), ["#u: README.md has no heading #u"])

    def test_a_missing_image_is_found(self) -> None:
        self.assertEqual(len(broken_markdown('![x](docs/x.svg) <img src="y.png">')), 2)
        self.assertEqual(len(broken_markdown("[![x](docs/x.svg)](docs/y.md)")), 2)

    def test_links_in_code_and_comments_are_none(self) -> None:
        self.assertEqual(broken_markdown("`[x](y.md)`\n```text\n[x](y.md)\n```\n<!-- [x](y.md) -->"), [])

    def test_anchors_follow_the_rule_of_git_hosts(self) -> None:
        text = "# A b: c-d, `e_f`\n## [G](h.md) (i)\n## G i\n```\n# no\n```\n<a id=\"j\"></a>"
        self.assertEqual(markdown.anchors(text), {"a-b-c-d-e_f", "g-i", "g-i-1", "j"})

    def test_a_first_sentence_is_that_below_the_heading(self) -> None:
        text = "# T\n\n1. [A](#a)\n\n![x](y.svg)\n\nThe [page](x.md), v1.2 of\n`marlin`. More."
        self.assertEqual(markdown.first_sentence(text), "The page, v1.2 of marlin.")


class Sources(unittest.TestCase):
    def test_the_examples_of_the_documentation_hold(self) -> None:
        self.assertEqual(doctest.testmod(pages), doctest.TestResults(0, 2))

    def test_each_page_is_listed_once(self) -> None:
        listed = [page for _, _, page in pages.listed()]
        self.assertEqual(len(listed), len(set(listed)))

    def test_an_entry_of_the_summary_without_a_file_is_an_error(self) -> None:
        with self.assertRaisesRegex(SystemExit, "there is no docs/server.md"):
            stage.listed_pages(pages.repository_files() - {"docs/server.md"})

    def test_a_document_that_the_summary_does_not_list_is_an_error(self) -> None:
        with self.assertRaisesRegex(SystemExit, "does not list docs/new.md"):
            stage.listed_pages(pages.repository_files() | {"docs/new.md"})

    def test_links_are_rewritten_for_the_places_of_the_site(self) -> None:
        files = pages.repository_files()
        text = stage.stage("README.md", files, files, linked := set())
        self.assertIn("](command-line.md#batches)", text)
        self.assertIn("](crates/marlin-core.md)", text)
        self.assertIn('src="board.svg"', text)
        self.assertIn("docs/board.svg", linked)

    def test_an_address_in_the_repository_is_its_page_of_the_site(self) -> None:
        # Packages are read on their registries, where a path would lead nowhere.
        with mock.patch.object(pages, "address", return_value="https://git.example/marlin"):
            found = pages.in_repository("crates/marlin-core/README.md", "https://git.example/marlin/blob/main/docs/proofs.md#scores")
            self.assertEqual(found, ("docs/proofs.md", "#scores"))
            self.assertIsNone(pages.in_repository("README.md", "https://git.example/marlin/issues"))
            self.assertIsNone(pages.in_repository("README.md", "https://git.example/other/blob/main/README.md"))

    def test_a_link_to_a_document_that_is_no_page_is_an_error(self) -> None:
        with self.assertRaisesRegex(SystemExit, "is not in docs/SUMMARY.md"):
            stage.stage("README.md", pages.repository_files(), {"README.md"}, set())

    def test_a_link_to_a_missing_file_is_an_error(self) -> None:
        with self.assertRaisesRegex(SystemExit, "there is no docs/board.svg"):
            stage.stage("docs/README.md", pages.repository_files() - {"docs/board.svg"}, pages.repository_files(), set())


if __name__ == "__main__":
    unittest.main()
