// A person's work on a page, kept in the browser under a key until the page is opened again.
const keptWork = (key, file) => {
  "use strict";
  const WARNING = `This browser can't keep your work. Download ${file} before you close the page.`;

  // What was kept, or null. Private windows keep nothing, and other programs may have written under the key.
  function restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(key));
      return kept !== null && typeof kept === "object" ? kept : null;
    } catch {
      return null;
    }
  }

  // "" if the work could be kept, or what to tell the person.
  function save(work) {
    try {
      localStorage.setItem(key, JSON.stringify(work));
      return "";
    } catch {
      return WARNING;
    }
  }

  return { restore, save };
};
