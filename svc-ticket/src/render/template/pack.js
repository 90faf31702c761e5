// Needs sheets.js.

function fillFrame(sheet, { examination, centre, page }) {
  setWords(part(sheet, 'examination'), examination);
  setWords(part(sheet, 'centre'), centre);
  setWords(part(sheet, 'page'), page);
}

/** The box keeps its size; long text shrinks. */
function box(words, kind) {
  const made = element('div', '');
  made.className = `box ${kind}`;
  made.dataset.fit = '';
  made.dir = 'auto';
  setWords(made, words);
  return made;
}

Object.assign(globalThis, { fillFrame, box });
