// Tables as spreadsheets and people write them, read as `shared/delimited.py` reads them.
const tableReader = (() => {
  "use strict";
  const TAB = "\t", OTHERS = [";", ","], SAMPLE = 200, MOST_LINES = 254, SENTENCE_WIDTH = 4;
  const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
  const EDGES = /^[\s\x1c-\x1f\x85\u200c\u200d]+|[\s\x1c-\x1f\x85\u200c\u200d]+$/g;

  const HINT = /^"?sep=([\t;,])"?$/i; // the first line of what was written for Excel

  const cleanCell = (text) => text.replace(INVISIBLE, "").replace(EDGES, "");
  const isBlank = (line) => !/[^\s\x1c-\x1f\x85]/.test(line.replaceAll("\ufeff", "x"));

  // An error if the bytes are text of none of the encodings that spreadsheets write.
  function decode(bytes) {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  }

  function encodingOf(bytes) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
    const zeros = [0, 0];
    bytes.subarray(0, 1000).forEach((byte, at) => { if (!byte) zeros[at % 2] += 1; });
    if (Math.max(...zeros) < 3 || Math.max(...zeros) < 10 * Math.min(...zeros)) return "utf-8";
    return zeros[1] > zeros[0] ? "utf-16le" : "utf-16be";
  }

  function findColumns(cells, names) {
    const header = cells.map((cell) => cleanCell(cell).toLowerCase());
    const found = Object.entries(names).map(([column, known]) => [column, known.find((name) => header.includes(name))]);
    return Object.fromEntries(found.filter(([, name]) => name).map(([column, name]) => [column, header.indexOf(name)]));
  }

  // The rows of a text: [number of the first line, cells].
  function readRows(text, names) {
    const lines = text.split(/\r\n|\r|\n/);
    if (!lines.at(-1)) lines.pop();
    const hint = HINT.exec(lines[0] || "");
    if (hint) lines.shift();
    const shown = lines.slice(0, SAMPLE - (hint ? 1 : 0)).filter((line) => !isBlank(line) && !line.startsWith("# "));
    const separator = hint ? hint[1] : findSeparator(shown, names);
    return rowsOf(lines, separator, !shown.length || !shown[0].includes(separator), hint ? 2 : 1);
  }

  function rowsOf(lines, separator, oneColumn, number = 1) {
    const rows = [];
    for (let at = 0, end = 0; at < lines.length; at = end) {
      end = at + (endsOpen(lines[at], separator) ? countLines(lines.slice(at, at + MOST_LINES), separator, oneColumn) : 1);
      rows.push([number + at, splitRow(lines.slice(at, end).join("\n"), separator)]);
    }
    return rows;
  }

  function splitRow(text, separator = TAB) {
    if (separator === TAB) return text.split(TAB).map(unquote);
    const cells = [];
    let parts = [], open = false;
    for (const part of text.split(separator)) {
      open = isOpen(part, open);
      parts.push(part);
      if (!open) {
        cells.push(unquote(parts.join(separator)));
        parts = [];
      }
    }
    return [...cells, ...parts];
  }

  function countLines(lines, separator, oneColumn) {
    if (separator === TAB) {
      const width = lines[0].split(TAB).length;
      const following = lines.slice(1).find((line) => !isBlank(line)) || "";
      if (width === following.split(TAB).length && (width > 1 || oneColumn)) return 1;
    }
    for (let at = 1; at < lines.length; at++) {
      const first = separator === TAB ? lines[at].split(TAB)[0] : lines[at];
      if (lines[at].includes('"') && !endsOpen(lines[at], separator, true)) {
        return separator !== TAB || first.endsWith('"') ? at + 1 : 1;
      }
      if (first.length < lines[at].length && isOpen(first, true)) break;
    }
    return 1;
  }

  function endsOpen(line, separator, open = false) {
    const parts = line.split(separator);
    if (separator !== TAB) return parts.reduce((before, part) => isOpen(part, before), open);
    if (open && isOpen(parts[0], true)) return true;
    const last = parts.length > 1 ? parts.at(-1) : open ? "" : parts[0];
    return last.length > 1 && isOpen(last, false);
  }

  const isOpen = (part, open) => (open || part.startsWith('"')) && (part.split('"').length % 2 === 0) !== open;

  function findSeparator(lines, names) {
    for (const separator of [TAB, ...OTHERS]) {
      if (lines.length && Object.keys(findColumns(splitRow(lines[0], separator), names)).length > 1) return separator;
    }
    if (lines.length < 2 || lines.some((line) => line.includes(TAB))) return TAB;
    return OTHERS.find((separator) => isRegular(lines, separator)) || TAB;
  }

  function isRegular(lines, separator) {
    let open = false, end = 0;
    lines.forEach((line, at) => {
      open = endsOpen(line, separator, open);
      if (!open) end = at + 1;
    });
    const rows = rowsOf(lines.slice(0, end), separator, false).map(([, cells]) => cells);
    const widths = new Set(rows.map((cells) => cells.length));
    const hasSpaces = rows.some((cells) => cells.slice(1).some((cell) => cell.startsWith(" ")));
    return widths.size === 1 && !widths.has(1) && rows.some((cells) => cells.some(Boolean))
      && !(hasSpaces && Math.min(...widths) < SENTENCE_WIDTH);
  }

  function unquote(cell) {
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');
    const inner = cell.slice(1, -1);
    return isQuoted && !inner.replaceAll('""', "").includes('"') ? inner.replaceAll('""', '"') : cell;
  }

  return { cleanCell, decode, findColumns, readRows };
})();
