import { getExamination, routes, type TicketVerification, toCallPath } from '@archaka/contracts/calls';
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

/** A clerk with a queue waits no longer, and less after the network failed once. */
const TIMEOUT_MS = 4000;
const TIMEOUT_AFTER_FAILURE_MS = 1500;

/** The contract's `ticketVerification`, repeated with zod/mini, which is smaller in the page. */
const verificationSchema: z.ZodMiniType<TicketVerification> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-genuine') }),
  z.object({
    state: z.enum(['current', 'superseded']),
    application_id: z.string(),
    version: z.int(),
    exam_type: z.int(),
    day: z.iso.date(),
    photo: z.nullable(z.base64()),
  }),
]);

export type FetchVerification = (token: string) => Promise<TicketVerification | undefined>;

async function requestVerification(token: string, timeoutMs: number): Promise<TicketVerification> {
  const response = await fetch(routes.verifyTicket.path.replace(':token', token), {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the portal answers ${response.status}`);
  return verificationSchema.parse(await response.json());
}

/** Undefined without a valid response in time. Ignores `navigator.onLine`: the portal may run on this machine. */
export function createVerificationClient(): FetchVerification {
  let timeoutMs = TIMEOUT_MS;
  return async (token) => {
    try {
      const verification = await requestVerification(token, timeoutMs);
      timeoutMs = TIMEOUT_MS;
      return verification;
    } catch {
      timeoutMs = TIMEOUT_AFTER_FAILURE_MS;
      return undefined;
    }
  };
}
