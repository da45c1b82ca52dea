"use strict";
(() => {
  const words = JSON.parse(document.getElementById("data").textContent); // word, count, cluster, perhaps tag; most frequent first
  const rows = [...document.getElementById("rows").children];
  const names = rows.map((row) => row.firstElementChild.textContent);
  const found = document.getElementById("found");
  const plain = (text) => text.normalize("NFC").toLowerCase();
  const lower = words.map(([word]) => plain(word));
  const SHOWN = 12;

  function search(text) {
    const wanted = plain(text.trim());
    const exact = [];
    const partly = [];
    if (wanted) {
      lower.forEach((word, at) => {
        if (word === wanted) exact.push(at);
        else if (word.startsWith(wanted)) partly.push(at);
      });
    }
    const hits = [...exact, ...partly];
    const shown = new Set((exact.length ? exact : hits).map((at) => words[at][2]));
    names.forEach((name, at) => { if (plain(name) === wanted) shown.add(at); });
    rows.forEach((row, at) => { row.hidden = Boolean(wanted) && !shown.has(at); });
    found.replaceChildren(...describe(wanted, hits, shown));
  }

  function describe(wanted, hits, shown) {
    if (!wanted) return [];
    if (!hits.length) return [shown.size ? "1 cluster." : "Nothing found among the frequent words."];
    const parts = hits.slice(0, SHOWN).flatMap((at) => {
      const [word, count, cluster, tag] = words[at];
      const shownWord = document.createElement("bdi");
      shownWord.textContent = word;
      return [shownWord, ` ${tag ? `${tag}, ` : ""}${names[cluster]} (${count.toLocaleString("en")}) · `];
    });
    const rest = hits.length - SHOWN;
    parts.push(rest > 0 ? `and ${rest.toLocaleString("en")} more words` : `${hits.length} ${hits.length === 1 ? "word" : "words"}`);
    return parts;
  }

  const input = document.getElementById("search");
  input.addEventListener("input", () => search(input.value));
  search(input.value);
})();
