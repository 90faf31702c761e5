import qrcode from 'qrcode';
import type { LocalizedText, Row, TicketContent } from '../domain/ticket-content.ts';
import { type Html, html, toJpegUrl } from './html.ts';

/** SVG path of `size` × `size` units, without the quiet zone: strokes of one unit, a third of the operators of boxes. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

function* findRuns(
  isDark: (column: number) => boolean,
  size: number,
): Generator<{ from: number; length: number }> {
  for (let from = 0; from < size; from += 1) {
    if (!isDark(from)) continue;
    const start = from;
    while (from < size && isDark(from)) from += 1;
    yield { from: start, length: from - start };
  }
}

/** Level M survives a crease or stain, and stays coarse enough for an office printer. */
export function createQrPath(text: string): QrPath {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let line = 0; line < size; line += 1) {
    for (const { from, length } of findRuns((column) => modules.get(line, column) === 1, size)) {
      path += `M${from} ${line + 0.5}h${length}`;
    }
  }
  return { size, path };
}

const STEP = 'h2v1h2v1h2v1h2v-1h2v-1h2v-1h2';

/** The steps below a masthead, 210 units wide. */
export const steps = html`<svg class="steps" viewBox="0 0 210 3" aria-hidden="true"><path d="M0 0${STEP.repeat(15)}z"></path></svg>`;

export const renderWords = ({ te, en }: LocalizedText): Html =>
  html`${te}${en ? [html` <span lang="en">${en}</span>`] : []}`;

const renderValue = ({ value: { te, en }, kind }: Row): Html =>
  html`<td class="${kind ?? ''}"><p dir="auto">${te}</p>${en ? [html`<p lang="en" dir="auto">${en}</p>`] : []}</td>`;

export const renderRow = (row: Row): Html =>
  html`<tr>
    <th scope="row">${renderWords(row.label)}</th>
    ${renderValue(row)}
  </tr>`;

/** @param photo JPEG; undefined when the applicant's picture was unreadable */
export const renderPhoto = (alt: string, photo: Buffer | undefined): Html =>
  photo
    ? html`<img alt="${alt}" src="${toJpegUrl(photo)}">`
    : html`<p>ఫోటోను చదవలేకపోయాం <span lang="en">The photo could not be read</span></p>`;

interface TicketSheet extends TicketContent {
  readonly photo: Buffer | undefined;
  readonly code: Html;
  /** Across the sheet of a preview or a trial. */
  readonly mark?: Required<LocalizedText>;
}

export const renderMark = (mark: Required<LocalizedText> | undefined): Html[] =>
  mark
    ? [
        html`<p class="strip">${mark.te} · <bdi lang="en">${mark.en}</bdi></p>
  <p class="watermark" aria-hidden="true">నమూనా <span lang="en">Preview</span></p>`,
      ]
    : [];

/** The sheet of a ticket and of its preview. */
export const renderTicketSheet = ({
  examination,
  person,
  rows,
  hall,
  signatures,
  instructions,
  photo,
  code,
  mark,
}: TicketSheet): Html =>
  html`<article class="sheet" data-fit>
    <header class="masthead">
      <h1>${renderWords(examination)}</h1>
      <p>హాల్ టికెట్ <span lang="en">Hall ticket</span></p>
    </header>
    ${steps}
    <div class="facts">
      <table class="person"><tbody>${person.map(renderRow)}</tbody></table>
      <div class="proof">
        <div class="portrait">${renderPhoto('దరఖాస్తుదారు · The applicant', photo)}</div>
        <div class="code">${code}</div>
      </div>
      <table class="rest"><tbody>${rows.map(renderRow)}</tbody></table>
    </div>
    <table class="hall">
      <thead><tr>${hall.map(({ label }) => html`<th scope="col">${renderWords(label)}</th>`)}</tr></thead>
      <tbody><tr>${hall.map(renderValue)}</tr></tbody>
    </table>
    <div class="signatures">${signatures.map((words) => html`<p>${renderWords(words)}</p>`)}</div>
    <footer>
      <h2>సూచనలు <span lang="en">Instructions</span></h2>
      <ol>${instructions.map((words) => html`<li>${renderWords(words)}</li>`)}</ol>
    </footer>
  </article>${renderMark(mark)}`;
