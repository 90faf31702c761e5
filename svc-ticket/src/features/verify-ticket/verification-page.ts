import {
  describeVersion,
  type Examination,
  type TicketClaims,
  verificationMessages,
} from '@archaka/contracts';
import { type Html, html, toJpegUrl } from '../../render/html.ts';
import { createPublicPolicy, renderPublicPage } from '../public-page.ts';

export type VerificationResult =
  | {
      readonly state: 'current' | 'superseded';
      readonly claims: TicketClaims;
      /** JPEG. */
      readonly photo: Buffer | undefined;
      /** The application has this one or a newer one. */
      readonly hasValidTicket: boolean;
    }
  | { readonly state: 'not-genuine' };

export const pagePolicy = createPublicPolicy("'none'");

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

/** Anyone with the code sees this page: it shows the result and, of the person, only the photo. */
export function renderVerificationPage(
  verification: VerificationResult,
  { examination, trial }: { readonly examination: Examination; readonly trial: boolean },
): string {
  const isWithdrawn = verification.state === 'superseded' && !verification.hasValidTicket;
  const { result: message, advice } = verificationMessages[isWithdrawn ? 'withdrawn' : verification.state];
  const details =
    verification.state === 'not-genuine'
      ? []
      : [renderPhoto(verification.photo), renderDetails(verification.claims, examination)].flat();
  return renderPublicPage({
    title: message,
    examination,
    trial,
    main: html`
      <h1 class="${verification.state}">${message.te} <span lang="en">${message.en}</span></h1>
      <p>${advice.te} <span lang="en">${advice.en}</span></p>
      ${details}
    `,
  });
}
