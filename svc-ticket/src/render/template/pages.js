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
