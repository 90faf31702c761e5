// Needs sheets.js.

/** The district, or the examination centre in it. */
function fillFrame(sheet, { examination, centre, hall, page }) {
  setWords(part(sheet, 'examination'), examination);
  setWords(part(sheet, 'centre'), hall ?? centre);
  part(sheet, 'centre').classList.toggle('hall', hall !== undefined);
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
