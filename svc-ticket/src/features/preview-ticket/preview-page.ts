import { readFileSync } from 'node:fs';
import type { LocalizedText } from '../../domain/exam-labels.ts';
import type { TicketContent } from '../../domain/ticket-content.ts';
import type { Row } from '../../domain/ticket-row.ts';
import { createPagePolicy, type Html, html, style, toJpegUrl } from '../../render/html.ts';
import { screenFontCss } from '../../render/screen-font.ts';
import { STEPS_PATH } from '../../render/steps-path.ts';

/** Has no code, so that a preview cannot be mistaken for a ticket. */
export interface PreviewContent extends TicketContent {
  /** JPEG; undefined when the applicant's picture was unreadable. */
  readonly photo: Buffer | undefined;
  readonly mark: Required<LocalizedText>;
}

const readCss = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = ['../../render/template/sheets.css', '../../render/template/ticket.css', 'preview.css']
  .map(readCss)
  .join('\n');

/** Sandboxed also when it is opened outside of its frame. */
export const pagePolicy = `${createPagePolicy({ styles: [css, screenFontCss], frameAncestors: "'self'" })}; sandbox`;

const renderWords = ({ te, en }: LocalizedText): Html =>
  html`${te}${en ? [html` <span lang="en">${en}</span>`] : []}`;

const renderRow = ({ label, value: { te, en }, kind }: Row): Html =>
  html`<tr>
    <th scope="row">${renderWords(label)}</th>
    <td class="${kind ?? ''}"><p dir="auto">${te}</p>${en ? [html`<p lang="en" dir="auto">${en}</p>`] : []}</td>
  </tr>`;

const renderPhoto = (photo: Buffer | undefined): Html =>
  photo
    ? html`<img alt="దరఖాస్తుదారు · The applicant" src="${toJpegUrl(photo)}">`
    : html`<p>ఫోటోను చదవలేకపోయాం <span lang="en">The photo could not be read</span></p>`;

const renderPage = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="te">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=794">
    <title>${title}</title>
    ${style(css)}
  </head>
  <body>${body}${style(screenFontCss)}</body>
</html>
`.source;

/** The ticket's sheet with a mark, in the device's fonts. */
export function renderPreviewPage({ photo, mark, ...ticket }: PreviewContent): string {
  const { title, examination, person, rows, signatures, instructions, edition } = ticket;
  const body = html`
    <main>
      <article class="sheet">
        <header class="masthead">
          <h1>${renderWords(examination)}</h1>
          <p>హాల్ టికెట్ <span lang="en">Hall ticket</span></p>
        </header>
        <svg class="steps" viewBox="0 0 210 3" aria-hidden="true"><path d="${STEPS_PATH}"></path></svg>
        <div class="facts">
          <table class="person"><tbody>${person.map(renderRow)}</tbody></table>
          <div class="proof">
            <div class="portrait">${renderPhoto(photo)}</div>
            <div class="code">
              <p class="empty">QR కోడ్ ఇక్కడ వస్తుంది <span lang="en">The QR code comes here</span></p>
              <p class="caption"><bdi>${edition}</bdi></p>
            </div>
          </div>
          <table class="rest"><tbody>${rows.map(renderRow)}</tbody></table>
        </div>
        <div class="signatures">${signatures.map((words) => html`<p>${renderWords(words)}</p>`)}</div>
        <footer>
          <h2>సూచనలు <span lang="en">Instructions</span></h2>
          <ol>${instructions.map((words) => html`<li>${renderWords(words)}</li>`)}</ol>
        </footer>
      </article>
    </main>
    <p class="strip">${mark.te} · <bdi lang="en">${mark.en}</bdi></p>
    <p class="watermark" aria-hidden="true">నమూనా <span lang="en">Preview</span></p>`;
  return renderPage(title, body);
}

/** Shown until the application's event has arrived here. */
export const renderWaitingPage = (): string =>
  renderPage(
    'హాల్ టికెట్ · Hall ticket',
    html`
    <main class="waiting">
      <p>మీ దరఖాస్తు దారిలో ఉంది. <span lang="en">Your application is on its way.</span></p>
      <p><a href="">మళ్లీ చూడండి <span lang="en">Look again</span></a></p>
    </main>`,
  );
