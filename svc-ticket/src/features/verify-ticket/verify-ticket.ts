import { routes, type TicketVerification } from '@archaka/contracts';
import { anonymousActor } from '@archaka/service-kit';
import type { Router } from 'express';
import { findDueTicket } from '../../domain/application.ts';
import type { Dependencies } from '../dependencies.ts';
import { pagePolicy, renderVerificationPage, type VerificationResult } from './verification-page.ts';

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
