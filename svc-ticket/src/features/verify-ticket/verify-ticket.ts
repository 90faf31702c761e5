import {
  describeVersion,
  type Examination,
  routes,
  type TicketClaims,
  type TicketVerification,
  verificationMessages,
} from '@archaka/contracts';
import { anonymousActor } from '@archaka/service-kit';
import type { Router } from 'express';
import { findDueTicket } from '../../domain/application.ts';
import { createPublicPolicy, type Html, html, renderPublicPage, toJpegUrl } from '../../render/html.ts';
import type { Dependencies } from '../dependencies.ts';

/** A newer version supersedes a ticket before its own ticket is made; so does a reversed payment or a rejection. */
async function verifyToken(
  token: string,
  { keys, audit, findExamination, repositories: { applications, tickets } }: Dependencies,
): Promise<VerificationResult> {
  const claims = await keys.verify(token);
  const issued = claims && (await tickets.findIssued(claims.application_id, claims.version));
  if (!issued) return { state: 'not-genuine' };
  const { application_id: applicationId, version } = claims;
  const application = await applications.find(applicationId);
  const dueVersion = application && findDueTicket(application, findExamination)?.applicationVersion.version;
  const state = dueVersion === version ? 'current' : 'superseded';
  const userId = application?.newest?.user_id;
  await audit.record({
    action: 'ticket.verified',
    actor: anonymousActor,
    subject: { applicationId, ...(userId && { userId }) },
    detail: { version, state },
  });
  return { state, claims, photo: issued.photo, hasValidTicket: dueVersion !== undefined };
}

function toResponse(verification: VerificationResult): TicketVerification {
  if (verification.state === 'not-genuine') return verification;
  const { state, photo, claims } = verification;
  const { application_id, version, exam_type, day } = claims;
  return { state, application_id, version, exam_type, day, photo: photo?.toString('base64') ?? null };
}

/** `GET /verify/:token`: a page or JSON, by the Accept header. Every result is a 200. */
export function registerVerifyTicketRoute(router: Router, deps: Dependencies): void {
  const { examination, config } = deps;
  router.get(routes.verifyTicket.path, async ({ params }, response) => {
    const verification = await verifyToken(String(params.token), deps);
    response.setHeader('content-security-policy', pagePolicy);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('referrer-policy', 'no-referrer');
    response.format({
      html: () => response.send(renderVerificationPage(verification, { examination, trial: config.TRIAL })),
      json: () => response.json(toResponse(verification)),
    });
  });
}

type VerificationResult =
  | {
      readonly state: 'current' | 'superseded';
      readonly claims: TicketClaims;
      /** JPEG. */
      readonly photo: Buffer | undefined;
      /** The application has this one or a newer one. */
      readonly hasValidTicket: boolean;
    }
  | { readonly state: 'not-genuine' };

const pagePolicy = createPublicPolicy("'none'");

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
function renderVerificationPage(
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
