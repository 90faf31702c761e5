import { readFileSync } from 'node:fs';
import {
  describeVersion,
  type Examination,
  type TicketClaims,
  trialMessages,
  verificationMessages,
} from '@archaka/contracts';
import { createPagePolicy, type Html, html, screenFontCss, style, toJpegUrl } from '../../render/html.ts';

export type VerificationResult =
  | {
      readonly state: 'current' | 'superseded';
      readonly claims: TicketClaims;
      /** JPEG. */
      readonly photo: Buffer | undefined;
    }
  | { readonly state: 'not-genuine' };

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8');

export const pagePolicy = createPagePolicy({ styles: [css, screenFontCss], frameAncestors: "'none'" });

const renderField = (te: string, en: string, value: string | number): Html =>
  html`<div><dt>${te} <span lang="en">${en}</span></dt><dd>${value}</dd></div>`;

function renderDetails(
  { application_id, version, exam_type, day }: TicketClaims,
  examination: Examination,
): Html {
  const type = examination.exam_types.find(({ id }) => id === exam_type);
  const edition = describeVersion(version);
  return html`<dl>
    ${renderField('పరీక్ష', 'Examination', `${examination.name_te} · ${examination.name}`)}
    ${renderField('పరీక్ష రకం', 'Exam type', type ? `${type.name_te} · ${type.name}` : exam_type)}
    ${renderField('దరఖాస్తు సంఖ్య', 'Application ID', application_id)}
    ${renderField('సవరణ', 'Version', `${edition.te} · ${edition.en}`)}
    ${renderField('దరఖాస్తు తేదీ', 'Date', day.split('-').reverse().join('-'))}
  </dl>`;
}

const photoAlt = 'టికెట్‌పై ఉన్న ఫోటో · The photo on the ticket';

const renderPhoto = (jpeg: Buffer | undefined): Html | [] =>
  jpeg ? html`<img alt="${photoAlt}" src="${toJpegUrl(jpeg)}">` : [];

const trialNotice = html`<aside aria-label="ప్రయత్నం · Trial">${trialMessages.notice.te} <span lang="en">${trialMessages.notice.en}</span></aside>`;

/** Anyone with the code sees this page: it shows the result and, of the person, only the photo. */
export function renderVerificationPage(
  verification: VerificationResult,
  { examination, trial }: { readonly examination: Examination; readonly trial: boolean },
): string {
  const { result: message, advice } = verificationMessages[verification.state];
  return html`<!doctype html>
<html lang="te">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <link rel="icon" href="data:,">
    <title>${message.te} · ${message.en}</title>
    ${style(css)}
  </head>
  <body>
    ${trial ? trialNotice : []}
    <header><p>${examination.name_te} <span lang="en">${examination.name}</span></p></header>
    <main>
      <h1 class="${verification.state}">${message.te} <span lang="en">${message.en}</span></h1>
      <p>${advice.te} <span lang="en">${advice.en}</span></p>
      ${verification.state === 'not-genuine' ? [] : [renderPhoto(verification.photo), renderDetails(verification.claims, examination)].flat()}
    </main>
    ${style(screenFontCss)}
  </body>
</html>
`.source;
}
