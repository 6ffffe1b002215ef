"""Addresses of the specification's public text, against pages whose titles have been read."""

import unittest

from ompt_cts import catalogue
from ompt_cts.reports import specification

READ = {
    "1.4.6": "openmpsu14",
    "1.5.1": "openmpsu15",
    "3.4": "openmpse17",
    "4.4.1": "openmpsu28",
    "5.5.3": "openmpsu47",
    "5.5.8": "openmpsu52",
    "11.6": "openmpse67",
    "12.5": "openmpse73",
    "12.9": "openmpse77",
    "19": "openmpch19",
    "19.1": "openmpse121",
    "19.5": "openmpse125",
}


class Addresses(unittest.TestCase):
    def test_pages_that_were_read(self) -> None:
        for section, page in READ.items():
            with self.subTest(section):
                found = specification.address("5.2", section)
                self.assertEqual(found, f"https://www.openmp.org/spec-html/5.2/{page}.html")
        for section, page in (("4.6", "openmpse42"), ("6.19", "openmpse67"), ("4", "openmpch4")):
            self.assertTrue(specification.address("5.0", section).endswith(f"/5.0/{page}.html"))

    def test_deeper_sections_stand_on_the_page_of_their_subsection(self) -> None:
        self.assertEqual(
            specification.address("5.2", "19.5.2.11"), specification.address("5.2", "19.5.2")
        )

    def test_every_clause_of_the_catalogue_leads_somewhere(self) -> None:
        for rule in catalogue.load().values():
            for version, clause in rule.clauses.items():
                with self.subTest(rule=rule.id, clause=clause):
                    found = specification.parts(version, clause)
                    self.assertEqual("".join(text for text, _ in found), clause)
                    links = [link for _, link in found if link]
                    self.assertTrue(links)
                    if version == "5.2":
                        self.assertTrue(all(link.endswith(".html") for link in links), links)

    def test_ranges_and_tables(self) -> None:
        self.assertEqual(
            [text for text, link in specification.parts("5.2", "19.4.4.29–30, Table 19.2") if link],
            ["19.4.4.29"],
        )
        self.assertEqual(specification.address("4.5", "2.6"), "")
