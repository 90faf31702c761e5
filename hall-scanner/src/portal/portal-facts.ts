import { getExamination, toCallPath } from '@archaka/contracts/calls';
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

const examTypeSchema = z.object({ id: z.int(), name: z.string(), name_te: z.string() });
export type ExamType = z.infer<typeof examTypeSchema>;
const examinationSchema = z.object({ data: z.tuple([z.object({ exam_types: z.array(examTypeSchema) })]) });

/** Public data, stored for a hall without a network. */
export interface PortalFacts {
  readonly keys: readonly TicketKey[];
  readonly examTypes: readonly ExamType[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

export const NO_FACTS: PortalFacts = { keys: [], examTypes: [], fetchedAt: 0 };

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path, { credentials: 'omit', cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
}

/** Keeps exam types that the portal does not return. @throws without a network or a published ticket key */
export async function fetchPortalFacts(current: PortalFacts): Promise<PortalFacts> {
  const [jwks, examinationResponse] = await Promise.all([
    fetchJson('/.well-known/jwks.json'),
    fetchJson(toCallPath(getExamination)).catch(() => undefined),
  ]);
  const keys = parseTicketKeys(jwks);
  if (keys.length === 0) throw new Error('no key of tickets is published');
  const examTypes =
    examinationSchema.safeParse(examinationResponse).data?.data[0].exam_types ?? current.examTypes;
  return { keys, examTypes, fetchedAt: Date.now() };
}
