import { counter } from '@archaka/service-kit';
import type { RequestHandler } from 'express';
import type { Source } from '../domain/evidence.ts';

type Why =
  | 'forged'
  | 'not-readable'
  | 'too-large'
  | 'unknown-order'
  | 'unknown-payment'
  | 'mismatch'
  /** It came before; what it told then counts, once. */
  | 'replayed';

const refused = counter<{ source: Source; reason: Why }>({
  name: 'payment_evidence_refused_total',
  description: 'Evidence of payments that had no effect, by what brought it and why',
});

/** Counts a piece of evidence that changes nothing. */
export const countRefused = (source: Source, reason: Why): void => refused.add({ source, reason });

/** The reader of a route's bodies, whose refusals count. */
export const readingEvidence =
  (source: Source, read: RequestHandler): RequestHandler =>
  (request, response, next) =>
    read(request, response, (error?: unknown) => {
      const { status } = Object(error) as { status?: unknown };
      if (error) countRefused(source, status === 413 ? 'too-large' : 'not-readable');
      next(error);
    });
