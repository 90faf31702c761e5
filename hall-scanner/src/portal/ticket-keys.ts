import * as z from 'zod/mini';

/** P-256 public key of tickets, with the members of a JWK. */
export interface TicketKey {
  /** Four hexadecimal digits, as in the tokens. */
  readonly kid: string;
  readonly x: string;
  readonly y: string;
}

const ticketKeySchema = z.object({
  kid: z.string().check(z.regex(/^[0-9a-f]{4}$/)),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.base64url(),
  y: z.base64url(),
});
const keySetSchema = z.object({ keys: z.array(z.unknown()) });

/** The portal publishes other keys beside those of tickets. */
export function parseTicketKeys(jwks: unknown): TicketKey[] {
  return keySetSchema.parse(jwks).keys.flatMap((key) => {
    const { data } = ticketKeySchema.safeParse(key);
    return data ? [{ kid: data.kid, x: data.x, y: data.y }] : [];
  });
}

export const importKey = ({ x, y }: TicketKey): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'jwk',
    { kty: 'EC', crv: 'P-256', x, y },
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  );
