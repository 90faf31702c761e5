// Runs in the printed page. The sheets come as HTML whose texts are escaped.

/** The picture is loaded, not decoded: a PDF embeds its bytes unchanged. */
const loaded = (image) =>
  new Promise((resolve, reject) => {
    const finish = () => (image.naturalWidth > 0 ? resolve() : reject(new Error('The photo cannot be read')));
    if (image.complete) return finish();
    for (const event of ['load', 'error']) image.addEventListener(event, finish);
  });

/** Layout starts the loading of a font that a name needs. */
function fontsInUse() {
  document.body.getBoundingClientRect();
  return document.fonts.status === 'loaded' ? undefined : document.fonts.ready;
}

const range = (from, to) => Array.from({ length: (from - to) / 5 + 1 }, (_, step) => (from - 5 * step) / 100);

/** A binary search: `yield` asks whether a size fits. Undefined when not even the last one does. */
function* findFirst(sizes) {
  let [low, high] = [0, sizes.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (yield sizes[middle]) high = middle;
    else low = middle + 1;
  }
  return sizes[low];
}

/** Shrinks long texts first, then everything in the box, where short names may be large again. */
function* findSize() {
  const smallNames = { names: 0.5, all: 1 };
  if (yield smallNames) return yield* findFirst(range(95, 50).map((names) => ({ ...smallNames, names })));
  const smallest = yield* findFirst(range(95, 30).map((all) => ({ ...smallNames, all })));
  if (!smallest) throw new Error('It does not fit on one page');
  return yield* findFirst([1, 0.75, 0.5].map((names) => ({ ...smallest, names })));
}

const isTooFull = (box) => box.scrollHeight > box.clientHeight;

function resize({ style }, { names, all }) {
  style.setProperty('--names', names);
  style.setProperty('--all', all);
}

/** Tries a size of every box that is too full in one pass, since layout is the expensive step. */
function fit(boxes) {
  let searches = boxes.filter(isTooFull).map((box) => {
    const search = findSize();
    return { box, search, step: search.next() };
  });
  while (searches.length > 0) {
    for (const { box, step } of searches) resize(box, step.value);
    const unfinished = searches.filter(({ step }) => !step.done);
    const fits = unfinished.map(({ box }) => !isTooFull(box));
    searches = unfinished.map((entry, index) => ({ ...entry, step: entry.search.next(fits[index]) }));
  }
}

globalThis.prepareSheets = async () => {
  const own = [...document.fonts].filter(({ family }) => !family.includes('Neighbours'));
  await Promise.all(own.map((font) => font.load()));
};

globalThis.showSheets = async (title, sheets) => {
  document.title = title;
  document.body.innerHTML = `<main>${sheets}</main>`;
  await Promise.all([...document.images].map(loaded));
  await fontsInUse();
  fit([...document.querySelectorAll('[data-fit]')]);
};
