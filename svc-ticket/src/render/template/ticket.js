// Needs sheets.js.

function row({ label, value, kind }) {
  const head = element('th', '');
  head.scope = 'row';
  setWords(head, label);
  const cell = document.createElement('td');
  if (kind) cell.className = kind;
  cell.append(element('p', value.te));
  if (value.en) cell.append(element('p', value.en, 'en'));
  for (const line of cell.children) line.dir = 'auto';
  const made = document.createElement('tr');
  made.append(head, cell);
  return made;
}

function instruction(words) {
  const item = document.createElement('li');
  setWords(item, words);
  return item;
}

/** The line to sign on is above the words. */
function signature(words) {
  const made = document.createElement('p');
  setWords(made, words);
  return made;
}

function showCode(sheet, { size, path }) {
  const code = part(sheet, 'code');
  code.setAttribute('viewBox', `0 0 ${size} ${size}`);
  code.firstElementChild.setAttribute('d', path);
}

/** For tickets of a trial. */
function showMark({ te, en } = { te: '', en: '' }) {
  part(document, 'mark').hidden = te === '';
  part(document, 'mark-te').textContent = te;
  part(document, 'mark-en').textContent = en;
}

globalThis.fillSheet = (sheet, ticket) => {
  const { title, examination, person, rows, signatures, instructions, edition, photo, code, mark } = ticket;
  document.title = title;
  part(sheet, 'examination-te').textContent = examination.te;
  part(sheet, 'examination-en').textContent = examination.en;
  part(sheet, 'person').replaceChildren(...person.map(row));
  part(sheet, 'rows').replaceChildren(...rows.map(row));
  part(sheet, 'signatures').replaceChildren(...signatures.map(signature));
  part(sheet, 'instructions').replaceChildren(...instructions.map(instruction));
  part(sheet, 'edition').textContent = edition;
  showCode(sheet, code);
  showMark(mark);
  return showPhoto(part(sheet, 'photo'), part(sheet, 'no-photo'), photo);
};
