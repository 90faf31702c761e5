import * as z from 'zod/mini';

/** The public half of a key that signs tickets: an EC key on P-256, in JWK's letters. */
export interface TicketKey {
  /** Four hexadecimal digits, as a ticket's code names it. */
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

/** Those of the portal's public keys that sign tickets; it publishes others beside them. */
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
