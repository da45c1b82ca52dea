"use strict";
(() => {
  const rows = [...document.getElementById("rows").children];
  const parts = [...document.querySelectorAll(".word")];
  const words = rows.map((row) => row.firstElementChild.textContent.toLowerCase());

  function search(text) {
    const wanted = text.trim().toLowerCase();
    const hidden = words.map((word) => !word.includes(wanted));
    rows.forEach((row, at) => { row.hidden = hidden[at]; });
    parts.forEach((part, at) => { part.hidden = hidden[at]; });
    const n = hidden.filter((one) => !one).length;
    document.getElementById("found").textContent = wanted ? `${n.toLocaleString("en")} ${n === 1 ? "word" : "words"}` : "";
  }

  function openPart() {
    const part = document.getElementById(location.hash.slice(1));
    if (part && part.matches(".word")) {
      part.open = true;
      part.scrollIntoView();
    }
  }

  const input = document.getElementById("search");
  input.addEventListener("input", () => search(input.value));
  addEventListener("hashchange", openPart);
  search(input.value);
  openPart();
})();
