import { type Examination, routes, type TicketVerdict } from '@archaka/contracts';
import type { Router } from 'express';
import { pagePolicy, verifyPage } from './page.ts';
import type { Verdict } from './verdict.ts';

interface Verifying {
  readonly facts: Examination;
  /** Whether the portal is a trial, which the page says. */
  readonly trial: boolean;
  readonly judge: (token: string) => Promise<Verdict>;
}

function told(verdict: Verdict): TicketVerdict {
  if (verdict.state === 'not-genuine') return verdict;
  const { state, photo, claims } = verdict;
  const { application_id, version, exam_type, day } = claims;
  return { state, application_id, version, exam_type, day, photo: photo?.toString('base64') ?? null };
}

/** `GET /verify/:token`: the public page behind a ticket's code, or JSON for programs. Every verdict is a 200. */
export function verifyTicket(router: Router, { facts, trial, judge }: Verifying): void {
  router.get(routes.verifyTicket.path, async ({ params }, response) => {
    const verdict = await judge(String(params.token));
    response.setHeader('content-security-policy', pagePolicy);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('referrer-policy', 'no-referrer');
    response.format({
      html: () => response.send(verifyPage(verdict, facts, { trial })),
      json: () => response.json(told(verdict)),
    });
  });
}
