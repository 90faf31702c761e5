import { type Examination, routes } from '@archaka/contracts';
import type { Router } from 'express';
import { pagePolicy, verifyPage } from './page.ts';
import type { Verdict } from './verdict.ts';

interface Verifying {
  readonly facts: Examination;
  readonly judge: (token: string) => Promise<Verdict>;
}

/** `GET /verify/:token`: the public page behind a ticket's code. Every verdict is a 200. */
export function verifyTicket(router: Router, { facts, judge }: Verifying): void {
  router.get(routes.verifyTicket.path, async ({ params }, response) => {
    const verdict = await judge(String(params.token));
    response.setHeader('content-security-policy', pagePolicy);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('referrer-policy', 'no-referrer');
    response.status(200).type('html').send(verifyPage(verdict, facts));
  });
}
