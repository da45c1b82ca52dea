"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { words, tags } = data;
  const $ = (id) => document.getElementById(id);
  const tagNames = new Set(tags.map((tag) => tag.name));
  const posOf = new Map(tags.map((tag) => [tag.name, tag.pos]));
  const indexOf = new Map(words.map((one, at) => [one.word, at]));

  // What is labelled: for each word a list of tags, "skip", or nothing yet.
  // "others" are labels of words that are not on this page, from a file: they go into the next file as they are.
  const given = (word) => (Object.hasOwn(data.labels, word) ? data.labels[word] : null);
  const state = { answers: words.map((one) => given(one.word)), at: 0, history: [], others: [] };
  let several = null; // the tags chosen so far for a word with several, or null
  let canSave = true;

  const isLabelled = (answer) => Array.isArray(answer);
  const percent = (share) => (100 * share).toFixed(1) + "%";
  const finePercent = (share) => (share >= 0.01 ? percent(share) : (100 * share).toPrecision(2) + "%");

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  // --- keeping the work in the browser

  function save() {
    try {
      localStorage.setItem(data.key, JSON.stringify({ ...state, history: state.history.slice(-500) }));
    } catch {
      if (canSave) say("This browser can't keep your work. Download words.tsv before you close the page.");
      canSave = false;
    }
  }

  function restore() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(data.key));
    } catch {
      return false;
    }
    if (!kept || !Array.isArray(kept.answers) || kept.answers.length !== words.length) return false;
    Object.assign(state, kept, { at: Math.max(0, Math.min(words.length - 1, Number(kept.at) || 0)) });
    return true;
  }

  // --- showing

  function say(text) {
    $("message").textContent = text;
    $("message").hidden = !text;
  }

  function announce(prefix = "") {
    const one = words[state.at];
    const told = describe(state.answers[state.at]);
    const place = `Word ${state.at + 1} of ${words.length}: ${one.word}.`;
    $("live").textContent = [prefix, place, told && `${told}.`, one.frequency && `${one.frequency} times.`]
      .filter(Boolean).join(" ");
  }

  const describe = (answer) => (isLabelled(answer) ? answer.join(" | ") : answer === "skip" ? "not sure" : "");

  function show() {
    const one = words[state.at];
    const answer = state.answers[state.at];
    $("place").textContent = `Word ${state.at + 1} of ${words.length}`;
    $("facts").textContent = one.frequency
      ? `${one.frequency.toLocaleString("en")} ${one.frequency === 1 ? "time" : "times"}, ${finePercent(one.share)} of the text` : "";
    $("word").textContent = one.word;
    $("current").textContent = several ? `Several: ${several.join(" | ") || "choose tags"}` : describe(answer);
    $("current").classList.toggle("is-skipped", answer === "skip" && !several);
    $("companions").replaceChildren(...one.companions.map((word) => element("li", word, { dir: "auto" })));
    $("companions-part").dir = one.dir;
    $("companions-part").hidden = !one.companions.length;
    $("lines").replaceChildren(...one.lines.map(contextLine));
    $("lines-part").dir = one.dir;
    $("lines-part").hidden = !one.lines.length;
    showButtons(several || (isLabelled(answer) ? answer : []));
    showProgress();
  }

  function contextLine([left, word, right]) {
    const line = element("p");
    const before = element("span", "", { class: "left" });
    before.append(element("bdi", left, { dir: words[state.at].dir }));
    const after = element("span");
    after.append(element("bdi", right, { dir: words[state.at].dir }));
    line.append(before, " ", element("b", word), " ", after);
    return line;
  }

  function showButtons(chosen) {
    for (const button of document.querySelectorAll(".tag")) {
      button.setAttribute("aria-pressed", String(chosen.includes(tags[button.dataset.tag].name)));
    }
    $("several").setAttribute("aria-pressed", String(several !== null));
    $("accept").hidden = several === null;
    $("accept").disabled = !several || !several.length;
    $("undo").disabled = !state.history.length;
    $("previous").disabled = state.at === 0;
    $("next").disabled = state.at === words.length - 1;
  }

  function showProgress() {
    const done = state.answers.filter(isLabelled).length;
    const skipped = state.answers.filter((answer) => answer === "skip").length;
    const covered = words.reduce((sum, one, at) => sum + (isLabelled(state.answers[at]) ? one.share : 0), 0);
    $("n-done").textContent = done;
    $("skipped").textContent = skipped ? `, ${skipped} not sure` : "";
    $("coverage").textContent = percent(covered);
    $("bar").setAttribute("aria-valuenow", done);
    $("bar").firstElementChild.style.inlineSize = `${(100 * done) / words.length}%`;
    const items = $("list").children;
    for (let at = 0; at < items.length; at++) showListed(items[at].firstElementChild, at);
  }

  function showListed(button, at) {
    const answer = state.answers[at];
    button.lastElementChild.textContent = answer === "skip" ? "?" : describe(answer);
    button.classList.toggle("is-skipped", answer === "skip");
    button.setAttribute("aria-current", String(at === state.at));
    if (at === state.at && $("list-part").open) scrollListTo(button);
  }

  function scrollListTo(button) {
    const list = $("list");
    const top = button.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 3;
    }
  }

  function makeList() {
    $("list").replaceChildren(...words.map((one, at) => {
      const item = element("li");
      const button = element("button", "", { type: "button" });
      button.append(element("bdi", one.word), element("span"));
      button.addEventListener("click", () => go(at));
      item.append(button);
      return item;
    }));
  }

  // --- doing

  function go(at) {
    several = null;
    state.at = Math.max(0, Math.min(words.length - 1, at));
    save();
    show();
    announce();
  }

  function nextOpen() {
    for (let step = 1; step <= words.length; step++) {
      const at = (state.at + step) % words.length;
      if (state.answers[at] === null) return at;
    }
    return -1;
  }

  function answer(value) {
    state.history.push([state.at, state.answers[state.at]]);
    state.answers[state.at] = value;
    several = null;
    const told = `${words[state.at].word}: ${describe(value)}.`;
    const open = nextOpen();
    if (open >= 0) state.at = open;
    save();
    show();
    announce(told + (open < 0 ? " All words are done: download words.tsv." : ""));
    const rest = state.answers.includes("skip") ? " Or look once more at those you were not sure of, marked ? in the list." : "";
    say(open < 0 ? `All words are done: download words.tsv.${rest}` : "");
  }

  function chooseTag(number) {
    const name = tags[number].name;
    if (several === null) return answer([name]);
    several = several.includes(name) ? several.filter((other) => other !== name) : [...several, name];
    show();
    $("live").textContent = `Chosen: ${several.join(", ") || "none"}`;
  }

  function toggleSeveral() {
    const now = state.answers[state.at];
    several = several === null ? (isLabelled(now) ? [...now] : []) : null;
    show();
    $("live").textContent = several ? "Several tags: choose them, then press Enter." : "One tag.";
  }

  function undo() {
    if (several !== null) return toggleSeveral();
    if (!state.history.length) return;
    const [at, before] = state.history.pop();
    state.answers[at] = before;
    state.at = at;
    save();
    show();
    say("");
    announce("Undone.");
  }

  // --- files: tab-separated, a cell with quotation marks is quoted as spreadsheets do

  const quote = (cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
  const join = (cells) => cells.map((cell) => quote(String(cell).replace(/[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+/g, " "))).join("\t");

  function tagCells(chosen) {
    const pos = chosen.map((tag) => posOf.get(tag));
    return [chosen.join("|"), ...(data.pos ? [pos.every(Boolean) ? pos.join("|") : ""] : [])];
  }

  function toTSV() {
    const header = ["word", "tag", ...(data.pos ? ["pos"] : []), "frequency", "share", "coverage", "companions", "concordance"];
    let covered = 0;
    const rows = words.map((one, at) => {
      covered += one.share;
      const lines = one.lines.map(([left, word, right]) => `${left} «${word}» ${right}`.trim()).join(" | ");
      const facts = [one.frequency, one.share.toFixed(6), covered.toFixed(6), one.companions.join(" "), lines];
      return [one.word, ...tagCells(isLabelled(state.answers[at]) ? state.answers[at] : []), ...facts];
    });
    const others = state.others.map(([word, chosen]) => [word, ...tagCells(chosen), "", "", "", "", ""]);
    return [header, ...rows, ...others].map((row) => join(row) + "\n").join("");
  }

  function fromTSV(text) {
    const [[, header] = [1, [""]], ...rows] = tableReader.readRows(text, { word: ["word"], tag: ["tag"] });
    const { word: wordAt = -1, tag: tagAt = -1 } = tableReader.findColumns(header, { word: ["word"], tag: ["tag"] });
    if (wordAt < 0 || tagAt < 0) return { error: 'The first line must name the columns "word" and "tag".' };
    const result = { taken: 0, problems: [] };
    rows.forEach(([number, cells]) => {
      const chosen = (cells[tagAt] || "").split("|").map(tableReader.cleanCell).filter(Boolean);
      if (!chosen.length) return;
      const problem = take((cells[wordAt] || "").replaceAll("\n", " ").trim(), [...new Set(chosen)]);
      if (problem) result.problems.push(`Line ${number}: ${problem}`);
      else result.taken += 1;
    });
    return result;
  }

  function take(word, chosen) {
    const unknown = chosen.filter((tag) => !tagNames.has(tag));
    if (unknown.length) return `“${word}” has a tag that this page does not have: ${unknown.join(", ")}. Not taken.`;
    const at = indexOf.get(word);
    if (at === undefined) {
      state.others = [...state.others.filter(([other]) => other !== word), [word, chosen]];
      return `“${word}” is not on this page. It stays in the file that you download.`;
    }
    state.history.push([at, state.answers[at]]);
    state.answers[at] = chosen;
    return "";
  }

  async function open(file) {
    let text = "";
    try {
      text = tableReader.decode(new Uint8Array(await file.arrayBuffer()));
    } catch {
      return say(`${file.name} is not UTF-8 text. Save it as tab-separated text in UTF-8.`);
    }
    const result = fromTSV(text);
    if (result.error) return say(`${file.name}: ${result.error}`);
    const first = state.answers.indexOf(null);
    state.at = first < 0 ? 0 : first;
    several = null;
    save();
    show();
    const taken = `${result.taken} ${result.taken === 1 ? "label" : "labels"} taken from ${file.name}.`;
    say([taken, ...result.problems].join("\n"));
    announce(taken);
  }

  function download() {
    const link = element("a", "", { download: "words.tsv" });
    link.href = URL.createObjectURL(new Blob([toTSV()], { type: "text/tab-separated-values;charset=utf-8" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    $("live").textContent = "words.tsv downloaded.";
  }

  // --- keys: by the letter, or by its place where the keyboard has another script or the digits are shifted

  const keyOf = new Map(tags.map((tag, number) => [tag.key, number]).filter(([key]) => key));
  const commands = {
    m: toggleSeveral,
    s: () => answer("skip"),
    u: undo,
    arrowleft: () => go(state.at - 1),
    arrowright: () => go(state.at + 1),
  };

  function keyName(event) {
    const key = event.key.toLowerCase();
    if (/^[a-z0-9]$/.test(key) || key.length > 1) return key;
    const place = /^(?:Key|Digit|Numpad)(\w)$/.exec(event.code);
    return place ? place[1].toLowerCase() : key;
  }

  function onKey(event) {
    const key = keyName(event);
    if ((event.ctrlKey || event.metaKey) && !event.altKey && key === "z") {
      event.preventDefault();
      return undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (key === "enter") {
      // on a button that was reached by keyboard, Enter is for the button
      if (!several || !several.length || event.target.closest("button, summary, a, input")) return;
      answer(several);
    } else if (key === "escape" && several) toggleSeveral();
    else if (keyOf.has(key)) chooseTag(keyOf.get(key));
    else if (commands[key]) commands[key]();
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", onKey);
  $("tags").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (event.detail && button) button.blur(); // after a click with the mouse the keys are for the page again
    if (button && button.matches(".tag")) chooseTag(Number(button.dataset.tag));
  });
  const onClick = { several: toggleSeveral, skip: commands.s, undo, previous: commands.arrowleft, next: commands.arrowright, download };
  for (const [id, action] of Object.entries(onClick)) $(id).addEventListener("click", action);
  $("accept").addEventListener("click", () => several && several.length && answer(several));
  $("upload").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) await open(file);
    event.target.value = "";
  });
  if (matchMedia("(max-width: 60rem)").matches) $("list-part").open = false;

  const isRestored = restore();
  if (!isRestored) state.at = Math.max(0, state.answers.indexOf(null));
  makeList();
  show();
  announce(isRestored ? "Your earlier work is back." : "");
  window.svd2 = { toTSV, state };
})();
