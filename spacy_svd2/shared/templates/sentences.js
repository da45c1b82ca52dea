"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { sentences, correct } = data;
  const $ = (id) => document.getElementById(id);
  const cards = [...document.querySelectorAll(".card")];
  // a step is a sentence to correct, or a token to tag
  const steps = sentences.flatMap(({ words }, sentence) => {
    if (correct) return [{ sentence, id: String(sentence) }];
    return words.flatMap((word, at) => (word.asked ? [{ sentence, word: at, id: `${sentence} ${at}` }] : []));
  });

  // tags: by "sentence word"; done: how a step ended, "yes" or "skipped"; history: what each action replaced
  const state = { tags: {}, done: {}, at: 0, history: [] };
  let selected = null; // the word of a sentence whose tag is being corrected

  // --- keeping the work in the browser

  const work = keptWork(data.key, data.file);

  function save() {
    const warning = work.save(state);
    if (warning) say(warning);
  }

  function restore() {
    const kept = work.restore();
    if (!Array.isArray(kept?.history)) return false;
    Object.assign(state, kept);
    return true;
  }

  // --- showing

  function say(text) {
    $("message").textContent = text;
    $("message").hidden = !text;
  }

  const tagOf = (sentence, word) => state.tags[`${sentence} ${word}`] ?? sentences[sentence].words[word].tag;
  const current = () => steps[state.at];
  const word = () => (correct ? selected : current()?.word ?? null);

  // the keys of the words of a sentence: digits for doubtful ones, then letters for the others
  function wordKeys({ words }) {
    const digits = [..."123456789"];
    const letters = [..."abcdefghijklmnopqrtvwxyz"]; // without the letters of commands
    const keys = words.map((one) => (one.doubtful && digits.shift()) || "");
    return keys.map((key) => key || letters.shift() || "");
  }

  function show(scroll = false) {
    const step = current();
    cards.forEach((card, at) => {
      const own = steps.filter((one) => one.sentence === at);
      card.classList.toggle("is-current", at === step?.sentence);
      card.classList.toggle("is-done", own.every((one) => state.done[one.id] === "yes"));
      card.classList.toggle("is-skipped", own.some((one) => state.done[one.id] === "skipped"));
      const keys = correct && at === step?.sentence ? wordKeys(sentences[at]) : [];
      card.querySelectorAll(".word").forEach((button) => {
        const place = Number(button.dataset.word);
        const isCurrent = at === step?.sentence && place === word();
        button.setAttribute("aria-current", String(isCurrent));
        button.classList.toggle("is-set", Object.hasOwn(state.tags, `${at} ${place}`));
        button.querySelector(".tag").textContent = tagOf(at, place) || (isCurrent ? "?" : "");
        button.querySelector("kbd").textContent = keys[place] ?? "";
        button.querySelector("kbd").hidden = !keys[place] || selected !== null;
      });
    });
    showTags(step);
    const n = Object.values(state.done).filter((one) => one === "yes").length;
    $("n-done").textContent = n;
    $("n-steps").textContent = steps.length;
    $("bar").setAttribute("aria-valuemax", Math.max(1, steps.length));
    $("bar").setAttribute("aria-valuenow", n);
    $("bar").firstElementChild.style.inlineSize = `${(100 * n) / Math.max(1, steps.length)}%`;
    $("undo").disabled = !state.history.length;
    if (scroll && step) cards[step.sentence].scrollIntoView({ block: "nearest" });
  }

  function showTags(step) {
    const place = step ? word() : null;
    const one = place === null ? null : sentences[step.sentence].words[place];
    $("likely").replaceChildren(...(one?.likely ?? []).map((name, number) => tagButton(name, String(number + 1), step, place)));
    $("choices").replaceChildren(...(one ? data.tags.map((tag) => tagButton(tag.name, tag.key, step, place, tag.gloss)) : []));
    $("ask").textContent = one?.blind ? "No suggestion for this word: choose from all tags." : "";
    if (!correct) return;
    $("confirm").hidden = one !== null;
    $("back").hidden = one === null;
  }

  function tagButton(name, key, step, place, gloss = "") {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.tag = name;
    button.title = gloss;
    button.setAttribute("aria-pressed", String(tagOf(step.sentence, place) === name));
    if (key) {
      const cap = document.createElement("kbd");
      cap.textContent = key;
      button.setAttribute("aria-keyshortcuts", key);
      button.append(cap, " ");
    }
    const text = document.createElement("bdi");
    text.textContent = name;
    button.append(text);
    return button;
  }

  // --- answering

  function change(part, id, value) {
    return { part, id, before: Object.hasOwn(state[part], id) ? state[part][id] : null, value };
  }

  function act(changes, goesOn) {
    state.history.push({ changes, at: state.at });
    for (const { part, id, value } of changes) state[part][id] = value;
    selected = null;
    if (goesOn) next();
    save();
    show(true);
  }

  function next() {
    const open = [...steps.keys()].map((number) => (state.at + 1 + number) % steps.length);
    const found = open.find((number) => !Object.hasOwn(state.done, steps[number].id));
    if (found === undefined) say(`That was all. Now download ${data.file}.`);
    else state.at = found;
    const { sentence, word: place } = current();
    const text = sentences[sentence].words.map((one) => one.form).join(" ");
    $("live").textContent = place === undefined ? text : `${sentences[sentence].words[place].form}: ${text}`;
  }

  function choose(name) {
    const step = current();
    if (!step || word() === null) return;
    const tag = change("tags", `${step.sentence} ${word()}`, name);
    if (correct) act([tag], false);
    else act([tag, change("done", step.id, "yes")], true);
  }

  function finish(how) {
    if (current()) act([change("done", current().id, how)], true);
  }

  function undo() {
    const step = state.history.pop();
    if (!step) return;
    for (const { part, id, before } of step.changes) {
      if (before === null) delete state[part][id];
      else state[part][id] = before;
    }
    state.at = step.at;
    selected = null;
    say("");
    save();
    show(true);
  }

  function select(place) {
    selected = place;
    show(true);
  }

  function move(by) {
    if (!steps.length) return;
    state.at = Math.max(0, Math.min(steps.length - 1, state.at + by));
    selected = null;
    save();
    show(true);
  }

  // --- the file

  function toCoNLLU() {
    return sentences.map(({ text, words }, at) => {
      const own = steps.filter((one) => one.sentence === at && state.done[one.id] === "yes");
      if (!own.length) return "";
      const tagged = correct ? words.map((_, place) => place) : own.map((one) => one.word);
      const rows = text.split("\n").map((line) => {
        const cells = line.split("\t");
        const place = /^[0-9]+$/.test(cells[0]) ? Number(cells[0]) - 1 : -1;
        if (tagged.includes(place)) cells[data.column] = tagOf(at, place);
        return cells.join("\t");
      });
      return rows.join("\n");
    }).join("");
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([toCoNLLU()], { type: "text/plain;charset=utf-8" }));
    link.download = data.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    $("live").textContent = `${data.file} downloaded.`;
  }

  // --- keys: by the letter, or by its place where the keyboard has another script or the digits are shifted

  function keyName(event) {
    const key = event.key.toLowerCase();
    if (/^[a-z0-9]$/.test(key) || key.length > 1) return key;
    const place = /^(?:Key|Digit|Numpad)(\w)$/.exec(event.code);
    return place ? place[1].toLowerCase() : key;
  }

  const commands = { s: () => finish("skipped"), u: undo, arrowdown: () => move(1), arrowup: () => move(-1) };
  if (correct) Object.assign(commands, { enter: () => finish("yes"), escape: () => select(null) });

  function press(key) {
    const step = current();
    const place = step ? word() : null;
    if (Object.hasOwn(commands, key) && !(key === "enter" && selected !== null)) return commands[key]() ?? true;
    if (!step) return false;
    if (place === null) {
      const found = wordKeys(sentences[step.sentence]).indexOf(key);
      if (found < 0) return false;
      select(found);
      return true;
    }
    const name = sentences[step.sentence].words[place].likely[Number(key) - 1] ?? data.tags.find((tag) => tag.key === key)?.name;
    if (name !== undefined) choose(name);
    return name !== undefined;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = keyName(event);
    if (key === "enter" && event.target.tagName === "BUTTON") return; // it presses that button
    if (press(key)) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (event.detail) button.blur(); // after a click with the mouse the keys are for the page again
    if (button.dataset.tag !== undefined) choose(button.dataset.tag);
    if (button.dataset.word === undefined) return;
    const sentence = Number(button.closest(".card").dataset.sentence);
    const place = Number(button.dataset.word);
    state.at = steps.findIndex((one) => one.sentence === sentence && (correct || one.word === place));
    select(correct ? place : null);
    save();
  });
  const onClick = { skip: commands.s, undo, download, confirm: commands.enter, back: commands.escape };
  for (const [id, action] of Object.entries(onClick)) $(id)?.addEventListener("click", action);
  new ResizeObserver(() => document.body.style.setProperty("--dock", `${$("tags").offsetHeight + 8}px`)).observe($("tags"));

  const isRestored = restore();
  show(isRestored);
  $("live").textContent = isRestored ? "Your earlier work is back." : "";
  window.svd2 = { toCoNLLU, state };
})();
