import { hash } from 'node:crypto';
import type { AuditEntry } from '@archaka/contracts';
import { type PrivateJwk, type PublicJwk, toKeyOwner } from '@archaka/service-kit';
import canonicalize from 'canonicalize';
import { CompactSign, compactVerify, createLocalJWKSet, errors, importJWK } from 'jose';
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

/** Prevents a signature from serving as a token or an event's signature, and the reverse. */
const SIGNATURE_TYPE = 'audit';

export type AuditSigner = (value: object) => Promise<string>;

export function createAuditSigner(jwk: PrivateJwk): AuditSigner {
  const key = importJWK(jwk, 'ES256');
  return async (value) =>
    new CompactSign(new TextEncoder().encode(toCanonicalJson(value)))
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid, typ: SIGNATURE_TYPE })
      .sign(await key);
}

/** `unknown-key`: signed by a replaced key or a foreign one. */
type SignatureResult = 'valid' | 'wrong' | 'unknown-key';

export type CheckAuditSignature = (value: object, signature: string) => Promise<SignatureResult>;

/** Only the service's own key may sign. */
export function createAuditSignatureCheck(
  service: string,
  jwks: { readonly keys: readonly PublicJwk[] },
): CheckAuditSignature {
  const own = jwks.keys.filter(({ kid }) => toKeyOwner(kid) === service);
  const keys = createLocalJWKSet({ keys: own });
  return async (value, signature) => {
    try {
      const { payload, protectedHeader } = await compactVerify(signature, keys, { algorithms: ['ES256'] });
      const isSame = new TextDecoder().decode(payload) === toCanonicalJson(value);
      return isSame && protectedHeader.typ === SIGNATURE_TYPE ? 'valid' : 'wrong';
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return 'unknown-key';
      if (error instanceof errors.JOSEError) return 'wrong';
      throw error;
    }
  };
}
