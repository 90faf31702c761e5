// Runs in the printed page. External data is set as text or as an attribute's value only.
// Each template defines `fillSheet(sheet, content)`.
let blank;

const part = (sheet, name) => sheet.querySelector(`[data-part="${name}"]`);

function element(tag, text, lang) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (lang) made.lang = lang;
  return made;
}

function setWords(holder, { te, en }) {
  holder.replaceChildren(en ? `${te} ` : te);
  if (en) holder.append(element('span', en, 'en'));
}

/** The picture is loaded, not decoded: a PDF embeds its bytes unchanged. */
async function showPhoto(image, instead, photo) {
  image.hidden = photo === null;
  instead.hidden = photo !== null;
  if (photo === null) return image.removeAttribute('src');
  const loaded = new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error('The photo cannot be read'));
  });
  image.src = photo;
  return loaded;
}

/** Layout starts the loading of a font that a name needs. */
function fontsInUse() {
  document.body.getBoundingClientRect();
  return document.fonts.status === 'loaded' ? undefined : document.fonts.ready;
}

/** Shrinks long texts first, then everything in the box, where short names may be large again. */
function* sizes() {
  for (let percent = 100; percent >= 50; percent -= 5) yield { names: percent / 100, all: 1 };
  for (let percent = 95; percent >= 30; percent -= 5) {
    for (const names of [1, 0.75, 0.5]) yield { names, all: percent / 100 };
  }
}

/** Fits all boxes in one pass, since layout is the expensive step. */
function fit(boxes) {
  let tooFull = boxes;
  for (const { names, all } of sizes()) {
    for (const { style } of tooFull) {
      style.setProperty('--names', names);
      style.setProperty('--all', all);
    }
    tooFull = tooFull.filter((box) => box.scrollHeight > box.clientHeight);
    if (tooFull.length === 0) return;
  }
  throw new Error('It does not fit on one page');
}

/** Reuses existing sheets. */
function sheetsFor(count) {
  const holder = document.querySelector('main');
  while (holder.children.length < count) holder.append(blank.cloneNode(true));
  while (holder.children.length > count) holder.lastElementChild.remove();
  return [...holder.children];
}

globalThis.prepareSheets = async () => {
  blank = document.querySelector('.sheet').cloneNode(true);
  const own = [...document.fonts].filter(({ family }) => !family.includes('Neighbours'));
  await Promise.all(own.map((font) => font.load()));
};

globalThis.showSheets = async (contents) => {
  const sheets = sheetsFor(contents.length);
  await Promise.all(contents.map((content, place) => fillSheet(sheets[place], content)));
  await fontsInUse();
  fit([...document.querySelectorAll('[data-fit]')]);
};

Object.assign(globalThis, { part, element, setWords, showPhoto });
