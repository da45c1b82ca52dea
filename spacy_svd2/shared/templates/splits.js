"use strict";
const svd2 = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const cards = [...document.querySelectorAll(".card")];
  const live = document.getElementById("live");
  let answers = {};  // the pieces by number of the question, null if it was skipped
  let order = [];  // what was answered when, to undo it

  const work = keptWork(data.key, "splits.tsv");
  const kept = work.restore();
  if (kept?.answers && Array.isArray(kept.order)) ({ answers, order } = kept);

  function keep() {
    const warning = work.save({ answers, order });
    if (warning) live.textContent = warning;
  }

  const current = () => cards.findIndex((card, at) => !(at in answers));

  function show(scroll) {
    const now = current();
    cards.forEach((card, at) => {
      const given = at in answers ? answers[at] : undefined;
      card.classList.toggle("is-current", at === now);
      card.classList.toggle("is-decided", given !== undefined);
      card.querySelectorAll("button").forEach((button, n) => {
        button.setAttribute("aria-pressed", String(!!given && given.join(" ") === data.questions[at].choices[n].join(" ")));
      });
      if (given) card.querySelector("input").value = given.join(" ");
    });
    document.getElementById("n-done").textContent = Object.values(answers).filter(Boolean).length;
    if (scroll && now >= 0) cards[now].scrollIntoView({ block: "start" });
  }

  function decide(at, pieces) {
    answers[at] = pieces;
    order = [...order.filter((other) => other !== at), at];
    live.textContent = "";
    keep();
    show(at <= current() || current() < 0);
  }

  function undo() {
    if (order.length) delete answers[order.pop()];
    keep();
    show(true);
  }

  function toTSV() {
    const quote = (cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
    const rows = data.questions
      .map((question, at) => [question.word, answers[at], question.count])
      .filter(([, pieces]) => pieces)
      .map(([word, pieces, count]) => [word, pieces.join(" "), String(count), ""]);
    return [["word", "pieces", "count", "examples"], ...rows].map((row) => row.map(quote).join("\t") + "\n").join("");
  }

  cards.forEach((card, at) => {
    card.querySelectorAll("button").forEach((button, n) => {
      button.addEventListener("click", () => decide(at, data.questions[at].choices[n]));
    });
    const input = card.querySelector("input");
    input.addEventListener("change", () => {
      const pieces = input.value.split(/\s+/).filter(Boolean);
      const fits = pieces.join("") === data.questions[at].word;
      input.setAttribute("aria-invalid", String(!fits));
      if (fits) decide(at, pieces);
      else live.textContent = `Put spaces into ${data.questions[at].word}, and change nothing else.`;
    });
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
    const now = current();
    if (event.key === "u") undo();
    else if (now >= 0 && event.key === "s") decide(now, null);
    else if (now >= 0 && data.questions[now].choices[Number(event.key) - 1]) decide(now, data.questions[now].choices[Number(event.key) - 1]);
  });
  document.getElementById("undo").addEventListener("click", undo);
  document.getElementById("download").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([toTSV()], { type: "text/tab-separated-values" }));
    link.download = "splits.tsv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
  show(false);
  return { toTSV };
})();
