// Needs sheets.js and pack.js.

const UNREADABLE = { te: 'ఫోటోను చదవలేకపోయాం', en: 'The photo could not be read' };

function line(words) {
  const made = element('p', '');
  setWords(made, words);
  return made;
}

function portrait({ id, photo }) {
  const image = document.createElement('img');
  image.alt = id;
  const instead = line(UNREADABLE);
  const made = element('div', '');
  made.className = 'portrait';
  made.append(image, instead);
  return { made, shown: showPhoto(image, instead, photo) };
}

function person({ name, id, type, ...shown }) {
  const caption = element('div', '');
  caption.className = 'caption';
  caption.append(box({ te: name }, 'name'), line({ te: id }), line(type));
  const picture = portrait({ id, ...shown });
  const made = element('div', '');
  made.className = 'person';
  made.append(picture.made, caption);
  return { made, shown: picture.shown };
}

globalThis.fillSheet = (sheet, page) => {
  fillFrame(sheet, page);
  const people = page.people.map(person);
  part(sheet, 'people').replaceChildren(...people.map(({ made }) => made));
  return Promise.all(people.map(({ shown }) => shown));
};
