import { hash } from 'node:crypto';
import type { AuditEntry } from '@archaka/contracts';
import canonicalize from 'canonicalize';
import type { AuditArchive, AuditBlock, AuditHead } from './audit-models.ts';

/** RFC 8785: one text for equal values, whatever the order of their fields. */
export const toCanonicalJson = (value: unknown): string => canonicalize(value) ?? '';

const hashValue = (value: unknown): string => hash('sha256', toCanonicalJson(value));

/** Covers every stored field but the block, which is written when the entry is sealed. */
export const hashEntry = ({ block: _block, ...content }: AuditEntry): string => hashValue(content);

export const hashBlock = ({ _id, sealedAt, entries, previous }: Omit<AuditBlock, 'hash'>): string =>
  hashValue({ sequence: _id, sealedAt, entries, previous });

/** Names the service, so that a head is invalid in another database. */
export const toSignedHead = (service: string, { _id: day, sequence, hash: head }: AuditHead) => ({
  ...{ service, day, sequence },
  hash: head,
});

export const toSignedArchive = (
  service: string,
  { signature: _signature, _id: month, ...archive }: AuditArchive,
) => ({ service, month, ...archive });
