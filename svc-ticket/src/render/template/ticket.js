// Runs in the ticket's page. All that comes from outside is set as text or as an attribute's value.
const byId = (id) => document.getElementById(id);

function element(tag, text, lang) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (lang) made.lang = lang;
  return made;
}

function row({ label, value, kind }) {
  const head = element('th', `${label.te} `);
  head.scope = 'row';
  head.append(element('span', label.en, 'en'));
  const cell = document.createElement('td');
  if (kind) cell.className = kind;
  cell.append(element('p', value.te));
  if (value.en) cell.append(element('p', value.en, 'en'));
  for (const line of cell.children) line.dir = 'auto';
  const made = document.createElement('tr');
  made.append(head, cell);
  return made;
}

function instruction({ te, en }) {
  const item = element('li', `${te} `);
  item.append(element('span', en, 'en'));
  return item;
}

async function showPhoto(photo) {
  const image = byId('photo');
  image.hidden = photo === null;
  byId('no-photo').hidden = photo !== null;
  if (photo === null) return image.removeAttribute('src');
  image.src = photo;
  return image.decode();
}

/** The code of a ticket, or the empty place for it on a preview. */
function showCode({ size, path } = { size: 0, path: '' }) {
  const code = byId('code');
  code.toggleAttribute('hidden', path === '');
  byId('no-code').hidden = path !== '';
  code.setAttribute('viewBox', `0 0 ${size} ${size}`);
  code.firstElementChild.setAttribute('d', path);
}

/** What lies across a preview; a ticket has none. */
function showMark({ te, en } = { te: '', en: '' }) {
  byId('mark').hidden = te === '';
  byId('mark-te').textContent = te;
  byId('mark-en').textContent = en;
}

/** A name in a script that is not ready yet starts the loading of its font when it is laid out. */
function fontsInUse() {
  document.body.getBoundingClientRect();
  return document.fonts.status === 'loaded' ? undefined : document.fonts.ready;
}

/** Smaller and smaller sizes: of the long texts alone, then of everything about the person. */
function* sizes() {
  for (let percent = 100; percent >= 50; percent -= 5) yield { names: percent / 100, all: 1 };
  for (let percent = 95; percent >= 30; percent -= 5) yield { names: 0.5, all: percent / 100 };
}

/** Everything has its place on the one page, however long a name is. */
function fit() {
  const sheet = document.querySelector('.sheet');
  for (const { names, all } of sizes()) {
    sheet.style.setProperty('--names', names);
    sheet.style.setProperty('--all', all);
    if (sheet.scrollHeight <= sheet.clientHeight) return;
  }
  throw new Error('The ticket does not fit on one page');
}

/** The line of steps under the masthead, as on a temple's tower. */
function drawSteps() {
  const step = 'h2v1h2v1h2v1h2v-1h2v-1h2v-1h2';
  document.querySelector('.steps path').setAttribute('d', `M0 0${step.repeat(15)}z`);
}

globalThis.prepareTicket = async () => {
  drawSteps();
  const own = [...document.fonts].filter(({ family }) => !family.includes('Neighbours'));
  await Promise.all(own.map((font) => font.load()));
};

globalThis.showTicket = async (ticket) => {
  const { title, examination, rows, instructions, edition, photo, code, mark } = ticket;
  document.title = title;
  byId('examination-te').textContent = examination.te;
  byId('examination-en').textContent = examination.en;
  byId('rows').replaceChildren(...rows.map(row));
  byId('instructions').replaceChildren(...instructions.map(instruction));
  byId('edition').textContent = edition;
  showCode(code);
  showMark(mark);
  await showPhoto(photo);
  await fontsInUse();
  fit();
};
