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
  | 'replayed';

const rejectedEvidence = createCounter<{ source: EvidenceSource; reason: RejectionReason }>({
  name: 'payment_evidence_refused_total',
  description: 'Evidence of payments without effect, by source and reason',
});

export const countRejectedEvidence = (source: EvidenceSource, reason: RejectionReason): void =>
  rejectedEvidence.add({ source, reason });

export const createEvidenceParser =
  (source: EvidenceSource, parseBody: RequestHandler): RequestHandler =>
  (request, response, next) =>
    parseBody(request, response, (error?: unknown) => {
      const { status } = Object(error) as { status?: unknown };
      if (error) countRejectedEvidence(source, status === 413 ? 'too-large' : 'not-readable');
      next(error);
    });
