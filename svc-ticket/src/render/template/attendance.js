// Needs sheets.js and pack.js.

/** An empty cell would have no tag, and its row fewer cells than its table has columns. */
const BLANK = '\u00a0';

/** The hall's provisions for this candidate, below the name. */
function accommodationMark(words) {
  const made = element('p', '');
  made.className = 'mark';
  setWords(made, words);
  return made;
}

function identify(cell, { roll_number, application_id }) {
  if (!roll_number) return cell.append(application_id);
  const roll = element('p', roll_number);
  roll.className = 'roll';
  cell.append(roll, element('p', application_id));
}

function row({ number, name, type, papers, accommodation, ...ids }) {
  const made = document.createElement('tr');
  made.insertCell().textContent = number;
  identify(made.insertCell(), ids);
  for (const [kind, words] of Object.entries({ name: { te: name }, type, papers })) {
    made.insertCell().append(box(words.te ? words : { te: BLANK }, kind));
  }
  if (accommodation) made.querySelector('.box.name').append(accommodationMark(accommodation));
  made.insertCell().textContent = BLANK;
  return made;
}

globalThis.fillSheet = (sheet, page) => {
  fillFrame(sheet, page);
  part(sheet, 'rows').replaceChildren(...page.rows.map(row));
};
