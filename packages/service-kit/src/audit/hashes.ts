import { hash } from 'node:crypto';
import type { AuditEntry } from '@archaka/contracts';
import canonicalize from 'canonicalize';
import type { AuditBlock, BlockHead } from './audit-models.ts';

/** RFC 8785: one text for equal values, whatever the order of their fields. */
export const toCanonicalJson = (value: unknown): string => canonicalize(value) ?? '';

const hashValue = (value: unknown): string => hash('sha256', toCanonicalJson(value));

/** Covers every stored field but the block, which is written when the entry is sealed. */
export const hashEntry = ({ block: _block, ...content }: AuditEntry): string => hashValue(content);

export const hashBlock = ({
  _id,
  sealedAt,
  entries,
  previous,
}: Omit<AuditBlock, 'hash' | 'signature'>): string =>
  hashValue({ sequence: _id, sealedAt, entries, previous });

/** Names the service, so that a head is invalid in another database. */
export const toSignedHead = (
  service: string,
  { sequence, hash: head, sealedAt }: Omit<BlockHead, 'signature'>,
) => ({ service, sequence, hash: head, sealedAt });
