import { decodeToken, type TicketClaims } from '@archaka/contracts/calls';
import { importKey, type TicketKey } from '../portal/ticket-keys.ts';

type TokenCheck =
  | { readonly is: 'genuine'; readonly claims: TicketClaims }
  /** The key may be newer than the stored ones; the claims are not verified. */
  | { readonly is: 'unknown-key'; readonly claims: TicketClaims }
  | { readonly is: 'forged' };

export async function checkToken(token: string, keys: readonly TicketKey[]): Promise<TokenCheck> {
  const decoded = decodeToken(token);
  if (!decoded) return { is: 'forged' };
  const { claims, payload, signature } = decoded;
  const key = keys.find(({ kid }) => kid === claims.key);
  if (!key) return { is: 'unknown-key', claims };
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const isValid = await crypto.subtle.verify(algorithm, await importKey(key), signature, payload);
  return isValid ? { is: 'genuine', claims } : { is: 'forged' };
}
