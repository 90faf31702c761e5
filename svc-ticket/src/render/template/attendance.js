// Needs sheets.js and pack.js.

function row({ number, application_id, name, type, papers }) {
  const made = document.createElement('tr');
  made.insertCell().textContent = number;
  made.insertCell().textContent = application_id;
  for (const [kind, words] of Object.entries({ name: { te: name }, type, papers })) {
    made.insertCell().append(box(words, kind));
  }
  made.insertCell();
  return made;
}

globalThis.fillSheet = (sheet, page) => {
  fillFrame(sheet, page);
  part(sheet, 'rows').replaceChildren(...page.rows.map(row));
};
