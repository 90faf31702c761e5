// Runs in the page that is printed. All that comes from outside is set as text or as an attribute's value.
// A template beside it says how one sheet is filled: fillSheet(sheet, content).
let blank;

const part = (sheet, name) => sheet.querySelector(`[data-part="${name}"]`);

function element(tag, text, lang) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (lang) made.lang = lang;
  return made;
}

/** Telugu with its English, or one text in whatever language it came. */
function setWords(holder, { te, en }) {
  holder.replaceChildren(en ? `${te} ` : te);
  if (en) holder.append(element('span', en, 'en'));
}

/** A photo, or in its place the words that there is none. It is loaded, not decoded: a PDF takes its bytes as they are. */
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

/** A name in a script that is not ready yet starts the loading of its font when it is laid out. */
function fontsInUse() {
  document.body.getBoundingClientRect();
  return document.fonts.status === 'loaded' ? undefined : document.fonts.ready;
}

/** Smaller and smaller sizes: of the long texts alone, then of everything in the box. */
function* sizes() {
  for (let percent = 100; percent >= 50; percent -= 5) yield { names: percent / 100, all: 1 };
  for (let percent = 95; percent >= 30; percent -= 5) yield { names: 0.5, all: percent / 100 };
}

/** Everything has its place in its box, however long a name is. All boxes at once: laying out is what takes time. */
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

/** The line of steps under the masthead, as on a temple's tower. */
function drawSteps() {
  const step = 'h2v1h2v1h2v1h2v-1h2v-1h2v-1h2';
  document.querySelector('.steps path').setAttribute('d', `M0 0${step.repeat(15)}z`);
}

/** So many sheets; those that are there already are used again. */
function sheetsFor(count) {
  const holder = document.querySelector('main');
  while (holder.children.length < count) holder.append(blank.cloneNode(true));
  while (holder.children.length > count) holder.lastElementChild.remove();
  return [...holder.children];
}

globalThis.prepareSheets = async () => {
  drawSteps();
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
