import { createCounter } from '@archaka/service-kit';
import type { RequestHandler } from 'express';
import type { EvidenceSource } from '../domain/evidence.ts';

type RejectionReason =
  | 'forged'
  | 'not-readable'
  | 'too-large'
  | 'unknown-order'
  | 'unknown-payment'
  | 'mismatch'
  /** It came before; what it told then counts, once. */
  | 'replayed';

const rejectedEvidence = createCounter<{ source: EvidenceSource; reason: RejectionReason }>({
  name: 'payment_evidence_refused_total',
  description: 'Evidence of payments that had no effect, by what brought it and why',
});

/** Counts a piece of evidence that changes nothing. */
export const countRejectedEvidence = (source: EvidenceSource, reason: RejectionReason): void =>
  rejectedEvidence.add({ source, reason });

/** The reader of a route's bodies, whose refusals count. */
export const createEvidenceParser =
  (source: EvidenceSource, parseBody: RequestHandler): RequestHandler =>
  (request, response, next) =>
    parseBody(request, response, (error?: unknown) => {
      const { status } = Object(error) as { status?: unknown };
      if (error) countRejectedEvidence(source, status === 413 ? 'too-large' : 'not-readable');
      next(error);
    });
