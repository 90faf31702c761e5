import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Examination, type TicketClaims, trialMessages, verdictWords } from '@archaka/contracts';
import { type Html, html, style } from './html.ts';
import type { Verdict } from './verdict.ts';

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8');

/** The page has its one style sheet, the photo within itself and nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const field = (te: string, en: string, value: string | number): Html =>
  html`<div><dt>${te} <span lang="en">${en}</span></dt><dd>${value}</dd></div>`;

function details({ application_id, version, exam_type, day }: TicketClaims, exam: Examination): Html {
  const type = exam.exam_types.find(({ id }) => id === exam_type);
  return html`<dl>
    ${field('పరీక్ష', 'Examination', `${exam.name_te} · ${exam.name}`)}
    ${field('పరీక్ష రకం', 'Exam type', type ? `${type.name_te} · ${type.name}` : exam_type)}
    ${field('దరఖాస్తు సంఖ్య', 'Application ID', application_id)}
    ${field('వెర్షన్', 'Version', version)}
    ${field('తేదీ', 'Date', day.split('-').reverse().join('-'))}
  </dl>`;
}

const photoAlt = 'టికెట్‌పై ఉన్న ఫోటో · The photo on the ticket';

const portrait = (jpeg: Buffer | undefined): Html | [] =>
  jpeg ? html`<img alt="${photoAlt}" src="data:image/jpeg;base64,${jpeg.toString('base64')}">` : [];

const trialNotice = html`<aside aria-label="ప్రయత్నం · Trial">${trialMessages.notice.te} <span lang="en">${trialMessages.notice.en}</span></aside>`;

/** What anybody sees who scans a ticket's code: the verdict, and of the person the photo to compare. */
export function verifyPage(verdict: Verdict, exam: Examination, { trial }: { trial: boolean }): string {
  const { verdict: says, advice } = verdictWords[verdict.state];
  return html`<!doctype html>
<html lang="te">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <link rel="icon" href="data:,">
    <title>${says.te} · ${says.en}</title>
    ${style(css)}
  </head>
  <body>
    ${trial ? trialNotice : []}
    <header><p>${exam.name_te} <span lang="en">${exam.name}</span></p></header>
    <main>
      <h1 class="${verdict.state}">${says.te} <span lang="en">${says.en}</span></h1>
      <p>${advice.te} <span lang="en">${advice.en}</span></p>
      ${verdict.state === 'not-genuine' ? [] : [portrait(verdict.photo), details(verdict.claims, exam)].flat()}
    </main>
  </body>
</html>
`.source;
}
