import { type Examination, routes, type TicketVerification } from '@archaka/contracts';
import type { Router } from 'express';
import { pagePolicy, renderVerificationPage } from './verification-page.ts';
import type { VerificationResult } from './verify-ticket-token.ts';

interface VerifyTicketDependencies {
  readonly examination: Examination;
  readonly trial: boolean;
  readonly verifyToken: (token: string) => Promise<VerificationResult>;
}

function toResponse(verification: VerificationResult): TicketVerification {
  if (verification.state === 'not-genuine') return verification;
  const { state, photo, claims } = verification;
  const { application_id, version, exam_type, day } = claims;
  return { state, application_id, version, exam_type, day, photo: photo?.toString('base64') ?? null };
}

/** `GET /verify/:token`: a page or JSON, by the Accept header. Every result is a 200. */
export function registerVerifyTicketRoute(
  router: Router,
  { examination, trial, verifyToken }: VerifyTicketDependencies,
): void {
  router.get(routes.verifyTicket.path, async ({ params }, response) => {
    const verification = await verifyToken(String(params.token));
    response.setHeader('content-security-policy', pagePolicy);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('referrer-policy', 'no-referrer');
    response.format({
      html: () => response.send(renderVerificationPage(verification, examination, { trial })),
      json: () => response.json(toResponse(verification)),
    });
  });
}
