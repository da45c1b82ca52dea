"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { occurrences, groups } = data;
  const $ = (id) => document.getElementById(id);
  const lines = new Map([...document.querySelectorAll(".line")].map((line) => [Number(line.dataset.at), line]));
  const order = groups.flatMap((group) => group.members); // from the top of the page to its end
  const groupOf = new Map(groups.flatMap((group, number) => group.members.map((at) => [at, number])));
  const KEYS = "123456789abcdefhijklmopqrstvwxyz"; // without the letters of commands
  const NONE = ""; // the answer "none of these": a row without a sense

  // answers: the sense by number of the occurrence; history: what each step replaced
  const state = { senses: data.senses, answers: {}, at: order[0] ?? 0, history: [] };

  // --- keeping the work in the browser

  const work = keptWork(data.key, "senses.tsv");

  function save() {
    const warning = work.save(state);
    if (warning) say(warning);
  }

  function restore() {
    const kept = work.restore();
    if (!Array.isArray(kept?.senses)) return false;
    Object.assign(state, kept);
    return true;
  }

  // --- showing

  function say(text) {
    $("message").textContent = text;
    $("message").hidden = !text;
  }

  const isAnswered = (at) => Object.hasOwn(state.answers, at);

  function show(scroll = false) {
    for (const [at, line] of lines) {
      const answer = line.querySelector(".answer");
      answer.textContent = isAnswered(at) ? state.answers[at] || "none of these" : "";
      answer.classList.toggle("is-none", state.answers[at] === NONE);
      line.setAttribute("aria-current", String(at === state.at));
    }
    document.querySelectorAll(".card").forEach((card, number) => card.classList.toggle("is-current", number === groupOf.get(state.at)));
    $("choices").replaceChildren(...state.senses.map(senseButton));
    $("accept").disabled = groupAnswer() === undefined;
    $("undo").disabled = !state.history.length;
    const done = Object.keys(state.answers).length;
    $("n-done").textContent = done;
    $("bar").setAttribute("aria-valuenow", done);
    $("bar").firstElementChild.style.inlineSize = `${(100 * done) / Math.max(1, occurrences.length)}%`;
    const estimate = estimateAccuracy();
    $("estimate").textContent = estimate ? ` · about ${estimate.percent} % right on new text (± ${estimate.margin})` : "";
    if (scroll && lines.has(state.at)) lines.get(state.at).scrollIntoView({ block: "nearest" });
  }

  function senseButton(sense, number) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.sense = number;
    button.setAttribute("aria-pressed", String(state.answers[state.at] === sense.name));
    if (KEYS[number]) {
      const key = document.createElement("kbd");
      key.textContent = KEYS[number];
      button.setAttribute("aria-keyshortcuts", KEYS[number]);
      button.append(key, " ");
    }
    const name = document.createElement("bdi");
    name.textContent = sense.name;
    button.append(name);
    if (sense.gloss) {
      const gloss = document.createElement("span");
      gloss.className = "gloss";
      gloss.dir = "auto";
      gloss.textContent = sense.gloss;
      button.append(gloss);
    }
    return button;
  }

  // Each labelled occurrence is answered from the others, by a vote that falls off with the angle between them in the
  // space of components; a group counts by its occurrences in the text.
  function estimateAccuracy() {
    const known = order.filter((at) => state.answers[at]);
    if (known.length < 8 || new Set(known.map((at) => state.answers[at])).size < 2) return null;
    const found = new Map();
    for (const at of known) {
      const votes = new Map();
      for (const other of known) {
        if (other === at) continue;
        const cosine = data.points[at].reduce((sum, value, axis) => sum + value * data.points[other][axis], 0) / 1e4;
        const sense = state.answers[other];
        votes.set(sense, (votes.get(sense) || 0) + Math.exp(10 * cosine));
      }
      const best = [...votes].reduce((first, second) => (second[1] > first[1] ? second : first))[0];
      const [right, all] = found.get(groupOf.get(at)) || [0, 0];
      found.set(groupOf.get(at), [right + Number(best === state.answers[at]), all + 1]);
    }
    const total = [...found.keys()].reduce((sum, group) => sum + groups[group].size, 0);
    const share = [...found].reduce((sum, [group, [right, all]]) => sum + (groups[group].size / total) * (right / all), 0);
    const margin = 196 * Math.sqrt(Math.max(share * (1 - share), 0.05) / known.length);
    return { percent: Math.round(100 * share), margin: Math.round(margin) };
  }

  // --- answering

  function answer(changes, after = null) {
    if (!changes.length) return;
    state.history.push({ changes: changes.map(([at]) => [at, isAnswered(at) ? state.answers[at] : null]), at: state.at });
    for (const [at, sense] of changes) state.answers[at] = sense;
    const start = order.indexOf(after ?? state.at);
    const open = [...order.slice(start + 1), ...order.slice(0, start + 1)].find((at) => !isAnswered(at));
    if (open !== undefined) state.at = open;
    else say("All occurrences are done. Now download senses.tsv, and give it to kpca train.");
    save();
    show(true);
    $("live").textContent = open === undefined ? "" : `Next: ${lines.get(open).querySelector(".text").textContent}`;
  }

  // the group of the current line, or, if that has no answer yet, of the last answer
  function acceptedGroup() {
    const last = state.history.at(-1)?.changes[0][0];
    const current = groups[groupOf.get(state.at)];
    return current?.members.some(isAnswered) ? current : groups[groupOf.get(last)];
  }

  function groupAnswer() {
    const group = acceptedGroup();
    const last = group?.members.findLast((at) => state.answers[at]);
    return group?.members.every(isAnswered) ? undefined : state.answers[last];
  }

  function acceptGroup() {
    const sense = groupAnswer();
    if (sense === undefined) return;
    const open = acceptedGroup().members.filter((at) => !isAnswered(at));
    answer(open.map((at) => [at, sense]), open.at(-1));
  }

  function undo() {
    const step = state.history.pop();
    if (!step) return;
    for (const [at, before] of step.changes) {
      if (before === null) delete state.answers[at];
      else state.answers[at] = before;
    }
    state.at = step.at;
    say("");
    save();
    show(true);
  }

  function move(by) {
    state.at = order[Math.max(0, Math.min(order.length - 1, order.indexOf(state.at) + by))];
    save();
    show(true);
  }

  // --- a new sense

  function openNew() {
    $("new").hidden = false;
    $("new-name").value = $("new-gloss").value = "";
    $("new-name").setAttribute("aria-invalid", "false");
    $("new-name").focus();
  }

  function closeNew() {
    $("new").hidden = true;
    document.activeElement.blur();
  }

  function saveNew() {
    const name = tableReader.cleanCell($("new-name").value.replace(/[\s|]+/g, " "));
    const gloss = tableReader.cleanCell($("new-gloss").value.replace(/\s+/g, " "));
    const isFree = name && !state.senses.some((sense) => sense.name === name);
    $("new-name").setAttribute("aria-invalid", String(!isFree));
    if (!isFree) {
      $("new-name").focus();
      $("live").textContent = name ? `There is a sense ${name} already.` : "Give the sense a name.";
      return;
    }
    state.senses = [...state.senses, { name, gloss }];
    closeNew();
    answer([[state.at, name]]);
  }

  // --- the table

  function toTSV() {
    const quote = (cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
    const glosses = new Map(state.senses.map((sense) => [sense.name, sense.gloss]));
    const rows = order.filter(isAnswered).map((at) => {
      const { left, target, right } = occurrences[at];
      return [state.answers[at], left, target, right, data.word, glosses.get(state.answers[at]) || ""];
    });
    const known = data.known.map(([sense, ...cells]) => [sense, ...cells, glosses.get(sense) || ""]);
    return [data.columns, ...known, ...rows].map((row) => row.map(quote).join("\t") + "\n").join("");
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([toTSV()], { type: "text/tab-separated-values;charset=utf-8" }));
    link.download = "senses.tsv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    $("live").textContent = "senses.tsv downloaded.";
  }

  // --- keys: by the letter, or by its place where the keyboard has another script or the digits are shifted

  const commands = { n: openNew, 0: () => answer([[state.at, NONE]]), g: acceptGroup, u: undo, arrowdown: () => move(1), arrowup: () => move(-1) };

  function keyName(event) {
    const key = event.key.toLowerCase();
    if (/^[a-z0-9]$/.test(key) || key.length > 1) return key;
    const place = /^(?:Key|Digit|Numpad)(\w)$/.exec(event.code);
    return place ? place[1].toLowerCase() : key;
  }

  document.addEventListener("keydown", (event) => {
    if (!$("new").hidden) {
      if (event.key === "Enter" && event.target.tagName === "INPUT") saveNew();
      else if (event.key === "Escape") closeNew();
      else return;
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = keyName(event);
    const sense = state.senses[key.length === 1 ? KEYS.indexOf(key) : -1];
    if (Object.hasOwn(commands, key)) commands[key]();
    else if (sense) answer([[state.at, sense.name]]);
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (event.detail && button.id !== "new-open") button.blur(); // after a click with the mouse the keys are for the page again
    if (button.dataset.at) {
      state.at = Number(button.dataset.at);
      save();
      show();
    } else if (button.dataset.sense) answer([[state.at, state.senses[Number(button.dataset.sense)].name]]);
  });
  const onClick = { "new-open": openNew, "new-save": saveNew, "new-cancel": closeNew, none: commands[0], accept: acceptGroup, undo, download };
  for (const [id, action] of Object.entries(onClick)) $(id).addEventListener("click", action);
  new ResizeObserver(() => document.body.style.setProperty("--dock", `${$("senses").offsetHeight + 8}px`)).observe($("senses"));

  const isRestored = restore();
  show(isRestored);
  $("live").textContent = isRestored ? "Your earlier work is back." : "";
  window.svd2 = { toTSV, state };
})();
