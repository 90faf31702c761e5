// What the documents of a pack have in common; on the ground of sheets.js.
/** What stands at the head and the foot of each sheet of a pack. */
function fillFrame(sheet, { examination, centre, page }) {
  setWords(part(sheet, 'examination'), examination);
  setWords(part(sheet, 'centre'), centre);
  setWords(part(sheet, 'page'), page);
}

/** A box that keeps its size: what is too long for it is shown smaller. */
function box(words, kind) {
  const made = element('div', '');
  made.className = `box ${kind}`;
  made.dataset.fit = '';
  made.dir = 'auto';
  setWords(made, words);
  return made;
}

Object.assign(globalThis, { fillFrame, box });
