import { readFileSync } from 'node:fs';
import type { LocalizedText, TicketContent } from '../../domain/ticket-content.ts';
import { createPagePolicy, type Html, html, screenFontCss, style } from '../../render/html.ts';
import { renderTicketSheet } from '../../render/ticket-page.ts';

/** Has no code, so that a preview cannot be mistaken for a ticket. */
interface PreviewContent extends TicketContent {
  /** JPEG; undefined when the applicant's picture was unreadable. */
  readonly photo: Buffer | undefined;
  readonly mark: Required<LocalizedText>;
}

const readCss = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = ['../../render/template/pages.css', '../../render/template/ticket.css', 'preview.css']
  .map(readCss)
  .join('\n');

/** Sandboxed also when it is opened outside of its frame. */
export const pagePolicy = `${createPagePolicy({ styles: [css, screenFontCss], frameAncestors: "'self'" })}; sandbox`;

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
export function renderPreviewPage(ticket: PreviewContent): string {
  const code = html`<p class="empty">QR కోడ్ ఇక్కడ వస్తుంది <span lang="en">The QR code comes here</span></p>
    <p class="caption"><bdi>${ticket.edition}</bdi></p>`;
  return renderPage(ticket.title, html`<main>${renderTicketSheet({ ...ticket, code })}</main>`);
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
