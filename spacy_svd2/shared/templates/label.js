"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { words, tags } = data;
  const tagsOf = (answer) => (Array.isArray(answer) ? answer : answer?.depends ?? []);
  const isLabelled = (answer) => tagsOf(answer).length > 0;
  const isDepending = (answer) => Boolean(answer?.depends);
  const asAnswer = (chosen, depends) => (depends ? { depends: chosen } : chosen.length ? chosen : null);
  const $ = (id) => document.getElementById(id);
  const tagNames = new Set(tags.map((tag) => tag.name));
  const posOf = new Map(tags.map((tag) => [tag.name, tag.pos]));
  const alike = (word) => word.normalize("NFC").replace(new RegExp(data.invisible, "g"), ""); // what people see as one word
  const indexOf = new Map([...words.map((one, at) => [alike(one.word), at]), ...words.map((one, at) => [one.word, at])]);
  const wordHere = (word) => words[indexOf.get(word) ?? indexOf.get(alike(word))]?.word ?? word; // as this page writes it
  const trimmed = (word) => word.replace(/^[^\S\ufeff]+|[^\S\ufeff]+$/g, ""); // as Python does, to which U+FEFF is no space

  // What is labelled: for each word a list of tags, "skip", { depends: tags } for a word whose tag depends on the
  // sentence, with any tags that it has nevertheless, or nothing yet.
  // "others" are answers for words that are not on this page, from a file: they are copied into the next file.
  // Each entry of "history" holds what one step replaced, be it an answer or a whole file.
  const skippedBefore = new Set(data.skipped);
  const dependsBefore = new Set(data.depends);
  const given = (word) => {
    const chosen = Object.hasOwn(data.labels, word) ? data.labels[word] : [];
    return asAnswer(chosen, dependsBefore.has(word)) ?? (skippedBefore.has(word) ? "skip" : null);
  };
  // "ordered" holds the tags of words whose most common tag is first: it is so for these tags, and not for others.
  const state = { answers: words.map((one) => given(one.word)), at: 0, history: [], others: [], ordered: { ...data.ordered } };
  let several = null; // the tags chosen so far for a word with several, or null
  let canSave = true;

  const counted = (n, name) => `${n} ${name}${n === 1 ? "" : "s"}`;
  const depend = (n) => `${n} ${n === 1 ? "depends" : "depend"} on the sentence`;
  const percent = (share) => (100 * share).toFixed(1) + "%";
  const finePercent = (share) => (share >= 0.01 ? percent(share) : (100 * share).toPrecision(2) + "%");

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  // --- keeping the work in the browser

  const work = keptWork(data.key, "words.tsv");

  function save() {
    const warning = work.save({ ...state, history: state.history.slice(-500) });
    if (warning && canSave) say(warning);
    if (warning) canSave = false;
  }

  function restore() {
    const kept = work.restore();
    if (!Array.isArray(kept?.answers) || kept.answers.length !== words.length) return false;
    const history = (kept.history || []).map(asStep);
    Object.assign(state, kept, { history, at: Math.max(0, Math.min(words.length - 1, Number(kept.at) || 0)) });
    return true;
  }

  // earlier versions of this page kept a step as the place of a word and its answer before
  const asStep = (step) => (Array.isArray(step) ? { changes: [step], others: null, at: step[0] } : step);

  // --- showing

  function say(text, isGood = false) {
    $("message").setAttribute("role", isGood ? "status" : "alert");
    $("message").classList.toggle("is-good", isGood);
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

  const describe = (answer) => {
    if (answer === "skip") return "not sure";
    return [tagsOf(answer).join(" | "), isDepending(answer) && "it depends"].filter(Boolean).join(", ");
  };

  function show() {
    const one = words[state.at];
    const answer = state.answers[state.at];
    const place = `Word ${state.at + 1} of ${words.length}`;
    if ($("place").textContent !== place) scrollToCard();
    $("place").textContent = place;
    $("facts").textContent = one.frequency
      ? `${one.frequency.toLocaleString("en")} ${one.frequency === 1 ? "time" : "times"}, ${finePercent(one.share)} of the text` : "";
    $("word").textContent = one.word;
    $("word").classList.toggle("is-long", [...one.word].length > 24);
    $("current").textContent = several ? several.join(" | ") || "Several tags" : describe(answer);
    $("ask").textContent = askText();
    $("ask").classList.toggle("is-several", several !== null);
    $("current").classList.toggle("is-skipped", isOpen(answer) && !several);
    $("companions").replaceChildren(...one.companions.map((word) => element("li", word, { dir: "auto" })));
    $("word").dir = one.dir; // a full stop alone would not say
    $("companions-part").dir = one.dir;
    $("companions-part").hidden = !one.companions.length;
    $("lines").replaceChildren(...one.lines.map(contextLine));
    $("lines-part").dir = one.dir;
    $("lines-part").hidden = !one.lines.length;
    showButtons(several || tagsOf(answer));
    showProgress();
  }

  const isOpen = (answer) => answer === "skip" || (isDepending(answer) && !isLabelled(answer)); // seen, but without a tag

  function scrollToCard() {
    $("card").scrollTop = 0;
    if ($("card").getBoundingClientRect().top < 0) $("card").scrollIntoView();
  }

  function askText() {
    const isTouch = matchMedia("(pointer: coarse), (max-width: 36rem)").matches;
    if (several && isTouch) return "The most common first, then Accept";
    if (several) return "Choose all tags that fit, the most common first, then press Enter";
    return isTouch ? "What is it most of the time?" : "What is it most of the time? Press the key, or click";
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
    $("depends").setAttribute("aria-pressed", String(isDepending(state.answers[state.at])));
    $("accept").hidden = several === null;
    $("skip").hidden = several !== null; // "accept" takes its place, so that no other button moves
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
    const depending = state.answers.filter(isDepending).length;
    $("skipped").textContent = `${skipped ? `, ${skipped} not sure` : ""}${depending ? `, ${depend(depending)}` : ""}`;
    $("coverage").textContent = percent(covered);
    $("bar").setAttribute("aria-valuenow", done);
    $("bar").firstElementChild.style.inlineSize = `${(100 * done) / words.length}%`;
    const items = $("list").children;
    for (let at = 0; at < items.length; at++) showListed(items[at].firstElementChild, at);
  }

  function showListed(button, at) {
    const answer = state.answers[at];
    button.lastElementChild.textContent = answer === "skip" ? "?" : describe(answer);
    button.classList.toggle("is-skipped", isOpen(answer));
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
    if (tagsOf(value).length > 1 && tagsOf(value) !== tagsOf(state.answers[state.at])) state.ordered[words[state.at].word] = tagsOf(value);
    state.history.push({ changes: [[state.at, state.answers[state.at]]], others: null, at: state.at });
    state.answers[state.at] = value;
    several = null;
    const told = `${words[state.at].word}: ${describe(value)}.`;
    const open = nextOpen();
    if (open >= 0) state.at = open;
    save();
    show();
    announce(told);
    say(open < 0 ? doneText() : "", true);
  }

  function doneText() {
    const asked = state.answers.some(isDepending) ? "\nThen ask about the words whose tag depends on the sentence:\npython -m spacy svd2 suggest NAMED_PIPELINE --occurrences --labels words.tsv --corpus TEXTS -o ask.html" : "";
    const rest = state.answers.includes("skip") ? "\nYou can look once more at those you were not sure of, marked ? in the list." : "";
    return `All words are done. Now download words.tsv and send it to whoever gave you this page. If that is you, run:\npython -m spacy svd2 name PIPELINE words.tsv -o NAMED_PIPELINE${asked}${rest}`;
  }

  // The word keeps the tags that it has, or that have just been chosen.
  const itDepends = () => answer({ depends: several || tagsOf(state.answers[state.at]) });

  function chooseTag(number) {
    const name = tags[number].name;
    if (several === null) return answer([name]);
    several = several.includes(name) ? several.filter((other) => other !== name) : [...several, name];
    show();
    $("live").textContent = `Chosen: ${several.join(", ") || "none"}`;
  }

  function toggleSeveral() {
    const now = state.answers[state.at];
    several = several === null ? [...tagsOf(now)] : null;
    show();
    $("live").textContent = several ? "Several tags: choose them, then press Enter." : "One tag.";
  }

  function undo() {
    if (several !== null) return toggleSeveral();
    if (!state.history.length) return;
    const { changes, others, at } = state.history.pop();
    for (const [number, before] of changes) state.answers[number] = before;
    if (others) state.others = others;
    state.at = at;
    save();
    show();
    say("");
    announce("Undone.");
  }

  // --- files: tab-separated, a cell with quotation marks is quoted as spreadsheets do

  const quote = (cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
  const join = (cells) => cells.map((cell) => quote(String(cell).replace(/[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+/g, " "))).join("\t");

  const SKIPPED = "skipped"; // in the column "note" of a word that was skipped

  const DEPENDS = "depends"; // in the column "note" of a word whose tag depends on the sentence

  const NOTES_OF_DEPENDS = [DEPENDS, `it ${DEPENDS}`];

  const BY_FREQUENCY = "frequency"; // in the column "order" of a word whose most common tag is first

  const isOrdered = (word, chosen) => chosen.length > 1 && Object.hasOwn(state.ordered, word) && state.ordered[word].join("|") === chosen.join("|");

  function tagCells(word, chosen, hasOrder) {
    const pos = chosen.map((tag) => posOf.get(tag));
    const order = hasOrder ? [isOrdered(word, chosen) ? BY_FREQUENCY : ""] : [];
    return [chosen.join("|"), ...(data.pos ? [pos.every(Boolean) ? pos.join("|") : ""] : []), ...order];
  }

  function toTSV() {
    const all = [...words.map((one, at) => [one.word, state.answers[at]]), ...state.others];
    const hasNotes = all.some(([, answer]) => answer === "skip" || isDepending(answer));
    const hasOrder = all.some(([word, answer]) => isOrdered(word, tagsOf(answer)));
    const noteCells = (answer) => (hasNotes ? [answer === "skip" ? SKIPPED : isDepending(answer) ? DEPENDS : ""] : []);
    const header = ["word", "tag", ...(data.pos ? ["pos"] : []), ...(hasOrder ? ["order"] : []), ...(hasNotes ? ["note"] : []), "frequency", "share", "coverage", "companions", "concordance"];
    let covered = 0;
    const rows = words.map((one, at) => {
      covered += one.share;
      const lines = one.lines.map(([left, word, right]) => `${left} «${word}» ${right}`.trim()).join(" | ");
      const facts = [one.frequency, one.share.toFixed(6), covered.toFixed(6), one.companions.join(" "), lines];
      const answer = state.answers[at];
      return [one.word, ...tagCells(one.word, tagsOf(answer), hasOrder), ...noteCells(answer), ...facts];
    });
    const others = state.others.map(([word, answer]) => [word, ...tagCells(word, tagsOf(answer), hasOrder), ...noteCells(answer), "", "", "", "", ""]);
    return [header, ...rows, ...others].map((row) => join(row) + "\n").join("");
  }

  function fromTSV(text) {
    const [[, header] = [1, [""]], ...rest] = tableReader.readRows(text, { word: ["word"], tag: ["tag"] });
    const names = { word: ["word"], tag: ["tag"], note: ["note"], order: ["order"] };
    const { word: wordAt = -1, tag: tagAt = -1, note: noteAt = -1, order: orderAt = -1 } = tableReader.findColumns(header, names);
    if (wordAt < 0 || tagAt < 0) return { error: 'The first line must name the columns "word" and "tag".' };
    const cell = (cells, at) => trimmed((cells[at] || "").replaceAll("\n", " "));
    const rows = rest.map(([line, cells]) => {
      const chosen = (cells[tagAt] || "").split("|").map(tableReader.cleanCell).filter(Boolean);
      return { line, word: wordHere(cell(cells, wordAt)), chosen: [...new Set(chosen)], note: cell(cells, noteAt).toLowerCase(), order: cell(cells, orderAt).toLowerCase() };
    });
    return { rows };
  }

  // --- opening a file: new labels are taken; where the file has other tags than this page, the page asks

  const answerHere = (word) => (indexOf.has(word) ? state.answers[indexOf.get(word)] : state.others.find(([one]) => one === word)?.[1]);

  const isSame = (tags, others) => tags.length === others.length && tags.every((tag) => others.includes(tag));

  function sortRows(rows) {
    const sorted = { labels: new Map(), conflicts: [], skips: [], depends: new Set(), problems: [], nSame: 0 };
    const firstOf = new Map();
    for (const row of rows) {
      const { line, word, chosen } = row;
      if (word && NOTES_OF_DEPENDS.includes(row.note) && !isDepending(answerHere(word))) sorted.depends.add(word);
      if (!chosen.length) {
        if (row.note === SKIPPED && state.answers[indexOf.get(word)] === null) sorted.skips.push(indexOf.get(word));
        continue;
      }
      const problem = problemOf(row, firstOf.get(word));
      if (problem) sorted.problems.push(`Line ${line}: ${problem}`);
      if (problem || firstOf.has(word)) continue;
      firstOf.set(word, row);
      const mine = tagsOf(answerHere(word));
      if (!mine.length) sorted.labels.set(word, chosen);
      else if (isSame(mine, chosen)) sorted.nSame += 1;
      else sorted.conflicts.push({ word, mine, theirs: chosen });
      if (!indexOf.has(word)) sorted.problems.push(`Line ${line}: “${word}” is not on this page. It stays in the file that you download.`);
    }
    return sorted;
  }

  function problemOf({ word, chosen }, first) {
    if (!word) return `the tag ${chosen.join("|")} has no word. Not taken.`;
    const unknown = chosen.filter((tag) => !tagNames.has(tag));
    if (unknown.length) return `“${word}” has a tag that this page does not have: ${unknown.join(", ")}. Not taken.`;
    if (first && !isSame(first.chosen, chosen)) return `“${word}” has other tags in line ${first.line}. Not taken.`;
    return "";
  }

  function askAbout(conflicts, name) {
    const dialog = $("conflicts");
    $("conflicts-title").textContent = `${counted(conflicts.length, "word")} with other tags in ${name} than here`;
    $("conflict-list").replaceChildren(...conflicts.map(conflictChoice));
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        const choices = [...dialog.querySelectorAll("input:checked")].map((input) => input.value);
        resolve(dialog.returnValue === "apply" ? choices : null);
      }, { once: true });
    });
  }

  const bothOf = ({ mine, theirs }) => [...new Set([...mine, ...theirs])];

  function conflictChoice(conflict, number) {
    const part = element("fieldset");
    const name = element("legend");
    name.append(element("bdi", conflict.word));
    const choices = { keep: `Keep ${conflict.mine.join(" | ")}`, take: `Take ${conflict.theirs.join(" | ")}`, both: `Both: ${bothOf(conflict).join(" | ")}` };
    const labels = Object.entries(choices).map(([value, text]) => {
      const label = element("label");
      const input = element("input", "", { type: "radio", name: `conflict-${number}`, value });
      input.checked = value === "keep";
      label.append(input, ` ${text}`);
      return label;
    });
    part.append(name, ...labels);
    return part;
  }

  // One step for the whole file, so that one undo takes it back.
  function takeLabels(labels, depends, skips) {
    const step = { changes: [], others: state.others, at: state.at };
    const put = (at, value) => {
      step.changes.push([at, state.answers[at]]);
      state.answers[at] = value;
    };
    for (const word of new Set([...labels.keys(), ...depends])) {
      const at = indexOf.get(word), before = answerHere(word);
      const value = asAnswer(labels.get(word) ?? tagsOf(before), depends.has(word) || isDepending(before));
      if (at === undefined) state.others = [...state.others.filter(([other]) => other !== word), [word, value]];
      else put(at, value);
    }
    for (const at of skips) put(at, "skip");
    if (step.changes.length || state.others !== step.others) state.history.push(step);
    return [...labels.keys()].filter((word) => indexOf.has(word)).length;
  }

  const MOST_PROBLEMS = 10;

  function importText({ name, nTaken, nSkips, nDepends, nSame, nKept, problems }) {
    const details = [nSkips && `${nSkips} not sure`, nDepends && depend(nDepends), nSame && `${nSame} the same here already`, nKept && `${nKept} kept as here`].filter(Boolean);
    const more = problems.length > MOST_PROBLEMS ? [`... and ${problems.length - MOST_PROBLEMS} more lines`] : [];
    const first = `${counted(nTaken, "label")} taken from ${name}${details.length ? ` (${details.join(", ")})` : ""}.`;
    return [first, ...problems.slice(0, MOST_PROBLEMS), ...more].join("\n");
  }

  async function open(file) {
    let text = "";
    try {
      text = tableReader.decode(new Uint8Array(await file.arrayBuffer()));
    } catch {
      return say(`${file.name} is not UTF-8 text. Save it as tab-separated text in UTF-8.`);
    }
    const table = fromTSV(text);
    if (table.error) return say(`${file.name}: ${table.error}`);
    several = null;
    show();
    const sorted = sortRows(table.rows);
    const { labels, conflicts, depends, skips, nSame, problems } = sorted;
    const choices = conflicts.length ? await askAbout(conflicts, file.name) : [];
    if (!choices) return say(`Nothing was taken from ${file.name}.`);
    conflicts.forEach((conflict, number) => {
      if (choices[number] === "take") labels.set(conflict.word, conflict.theirs);
      else if (choices[number] === "both") labels.set(conflict.word, bothOf(conflict));
    });
    for (const { word, chosen, order } of table.rows) {
      if (order === BY_FREQUENCY && labels.get(word) === chosen) state.ordered[word] = chosen;
    }
    const nTaken = takeLabels(labels, depends, skips);
    const nKept = choices.filter((choice) => choice === "keep").length;
    const first = state.answers.indexOf(null);
    state.at = first < 0 ? 0 : first;
    save();
    show();
    const told = importText({ name: file.name, nTaken, nSkips: skips.length, nDepends: depends.size, nSame, nKept, problems });
    say(told, !problems.length);
    announce(told.split("\n")[0]);
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
    d: itDepends,
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
    if ($("conflicts").open) return; // its keys are its own
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
  const onClick = { several: toggleSeveral, skip: commands.s, depends: itDepends, undo, previous: commands.arrowleft, next: commands.arrowright, download };
  for (const [id, action] of Object.entries(onClick)) $(id).addEventListener("click", action);
  $("accept").addEventListener("click", () => several && several.length && answer(several));
  $("upload").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) await open(file);
    event.target.value = "";
  });
  $("conflicts-apply").addEventListener("click", () => $("conflicts").close("apply"));
  $("conflicts-cancel").addEventListener("click", () => $("conflicts").close());
  $("conflicts").addEventListener("click", (event) => {
    const { all } = event.target.dataset;
    if (all) for (const input of $("conflicts").querySelectorAll(`input[value="${all}"]`)) input.checked = true;
  });
  // room at the end of the page for the bar of tags, which lies over it in a narrow window
  new ResizeObserver(() => document.body.style.setProperty("--dock", `${$("tags").offsetHeight + 8}px`)).observe($("tags"));
  if (matchMedia("(max-width: 60rem)").matches) $("list-part").open = false;

  const isRestored = restore();
  if (!isRestored) state.at = Math.max(0, state.answers.indexOf(null));
  makeList();
  show();
  announce(isRestored ? "Your earlier work is back." : "");
  window.svd2 = { toTSV, state };
})();
