import type { LocalizedText } from '../../domain/ticket-content.ts';
import { type Html, html } from '../../render/html.ts';
import { renderPhoto, renderWords, steps } from '../../render/ticket-page.ts';
import type { Counts } from './candidate-list.ts';

/** A file of the pack, with its number of candidates. */
export interface PackFile {
  readonly name: string;
  readonly holds: number;
  readonly sha256: string;
}

/** The head of a list's page. */
export interface Head {
  readonly examination: Required<LocalizedText>;
  /** The district. */
  readonly centre: Required<LocalizedText>;
  /** The examination centre in it, where seats are allotted. */
  readonly hall?: Required<LocalizedText>;
  readonly page: Required<LocalizedText>;
}

/** An empty cell would have no tag, and its row fewer cells than its table has columns. */
const BLANK = '\u00a0';

/** The box keeps its size; long text shrinks. */
const renderBox = (words: LocalizedText, kind: string, mark: readonly Html[] = []): Html =>
  html`<div class="box ${kind}" data-fit dir="auto">${renderWords(words.te ? words : { te: BLANK })}${mark}</div>`;

const renderMasthead = (title: Html, { examination, centre, hall }: Head): Html =>
  html`<header class="masthead">
    <h1>${title}</h1>
    <div>
      <p>${renderWords(examination)}</p>
      <p class="place ${hall ? 'hall' : ''}">${renderWords(hall ?? centre)}</p>
    </div>
  </header>
  ${steps}`;

interface RollPerson {
  readonly name: string;
  /** The number shown beside the seat. */
  readonly id: string;
  readonly type: LocalizedText;
  /** JPEG. */
  readonly photo: Buffer | undefined;
}

export const renderPhotoRoll = (head: Head, people: readonly RollPerson[]): Html =>
  html`<article class="sheet">
  ${renderMasthead(html`ఫోటోల పట్టిక <span lang="en">Photo roll</span>`, head)}
  <section class="roll">${people.map(
    ({ name, id, type, photo }) => html`<div class="person">
    <div class="portrait">${renderPhoto(id, photo)}</div>
    <div class="caption">${renderBox({ te: name }, 'name')}<p>${id}</p><p>${renderWords(type)}</p></div>
  </div>`,
  )}</section>
  <footer class="page"><p></p><p>${renderWords(head.page)}</p></footer>
</article>`;

interface AttendanceRow {
  readonly number: number;
  readonly application_id: string;
  readonly roll_number: string | undefined;
  readonly name: string;
  readonly type: LocalizedText;
  readonly papers: LocalizedText;
  /** The hall's provisions for this candidate, below the name. */
  readonly accommodation: LocalizedText | undefined;
}

const renderAttendanceRow = (row: AttendanceRow): Html =>
  html`<tr>
    <td>${row.number}</td>
    <td>${row.roll_number ? html`<p class="roll">${row.roll_number}</p><p>${row.application_id}</p>` : row.application_id}</td>
    <td>${renderBox({ te: row.name }, 'name', row.accommodation ? [html`<p class="mark">${renderWords(row.accommodation)}</p>`] : [])}</td>
    <td>${renderBox(row.type, 'type')}</td>
    <td>${renderBox(row.papers, 'papers')}</td>
    <td>${BLANK}</td>
  </tr>`;

export const renderAttendanceList = (head: Head, rows: readonly AttendanceRow[]): Html =>
  html`<article class="sheet">
  ${renderMasthead(html`హాజరు పట్టిక <span lang="en">Attendance sheet</span>`, head)}
  <table>
    <thead>
      <tr>
        <th scope="col" class="number">వ.సం. <span lang="en">No.</span></th>
        <th scope="col" class="id">దరఖాస్తు సంఖ్య <span lang="en">Application ID</span></th>
        <th scope="col" class="name">పేరు <span lang="en">Name</span></th>
        <th scope="col" class="type">పరీక్ష రకం, విధానం <span lang="en">Exam type, regular or compartmental</span></th>
        <th scope="col" class="papers">పరీక్షా పత్రాలు <span lang="en">Papers</span></th>
        <th scope="col">సంతకం <span lang="en">Signature</span></th>
      </tr>
    </thead>
    <tbody>${rows.map(renderAttendanceRow)}</tbody>
  </table>
  <footer class="page">
    <p>పర్యవేక్షకుని సంతకం <span lang="en">· Invigilator's signature</span> ……………………………………………</p>
    <p>${renderWords(head.page)}</p>
  </footer>
</article>`;

interface Cover extends Pick<Head, 'examination' | 'centre'> {
  readonly made: string;
  readonly counts: readonly (Counts['total'] & { readonly group: LocalizedText })[];
  readonly isWhole: boolean;
  readonly message: Required<LocalizedText>;
  readonly files: readonly PackFile[];
}

export const renderCover = ({ examination, centre, made, counts, isWhole, message, files }: Cover): Html =>
  html`<article class="sheet" data-fit>
  <header class="masthead">
    <h1>${renderWords(examination)}</h1>
    <div>
      <p class="place">కేంద్రానికి పంపే పత్రాలు</p>
      <p lang="en">Hall pack</p>
    </div>
  </header>
  ${steps}
  <div class="body">
    <p class="label">పరీక్ష కేంద్రం జిల్లా <span lang="en">· Centre district</span></p>
    <h2>${renderWords(centre)}</h2>
    <p class="label">తయారు చేసిన సమయం, భారత కాలమానం <span lang="en">· Made at, Indian time</span></p>
    <p class="time">${made}</p>
    <table class="counts">
      <thead>
        <tr>
          <th scope="col" class="group">పరీక్ష రకం, విధానం <span lang="en">Exam type, regular or compartmental</span></th>
          <th scope="col">రుసుము చెల్లించినవి <span lang="en">Paid</span></th>
          <th scope="col">టికెట్ జారీ అయినవి <span lang="en">Ticketed</span></th>
          <th scope="col">ఈ పత్రాల్లో ఉన్నవి <span lang="en">Listed in this pack</span></th>
        </tr>
      </thead>
      <tbody>${counts.map(({ group, paid, ticketed, listed }) => html`<tr><td>${renderWords(group)}</td><td>${paid}</td><td>${ticketed}</td><td>${listed}</td></tr>`)}</tbody>
    </table>
    <p class="verdict ${isWhole ? 'good' : ''}">${renderWords(message)}</p>
    <table class="files">
      <thead>
        <tr>
          <th scope="col" class="file">ఫైలు <span lang="en">File</span></th>
          <th scope="col" class="count">ఎన్ని <span lang="en">Holds</span></th>
          <th scope="col">SHA-256</th>
        </tr>
      </thead>
      <tbody>${files.map(({ name, holds, sha256 }) => html`<tr><td>${name}</td><td>${holds}</td><td>${sha256}</td></tr>`)}</tbody>
    </table>
  </div>
</article>`;
