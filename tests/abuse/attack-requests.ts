import type { ApplicantSession, Portal } from '@archaka/test-kit';
import { type Attack, attacks } from './attack.ts';
import type { Endpoint } from './endpoints.ts';
import { hostileFiles } from './files.ts';
import { type Outcome, send } from './send.ts';

/** A hostile request to an endpoint. */
export interface AttackRequest {
  readonly name: string;
  readonly send: () => Promise<Outcome>;
}

/** Number of attacks on each endpoint in the short form; together the endpoints get all. */
const SHORT_ATTACK_COUNT = 4;

/** Excluded: endpoints that end the session would protect all others. */
const endsSession = ({ url }: Endpoint): boolean => url.endsWith('/logout');

function createAttackRequest(endpoint: Endpoint, attack: Attack, session: ApplicantSession): AttackRequest {
  const cookie: Record<string, string> = endsSession(endpoint) ? {} : { cookie: session.cookie() };
  const { name, headers, body, isIncomplete, times = 1 } = attack;
  const sendOnce = () =>
    send(endpoint, {
      headers: { ...cookie, ...headers },
      body: body?.(endpoint),
      ...(isIncomplete && { isIncomplete }),
    });
  return { name: `${name} at ${endpoint.name}`, send: () => sendAtOnce(times, sendOnce) };
}

/** Returns the worst outcome. */
async function sendAtOnce(times: number, sendOnce: () => Promise<Outcome>): Promise<Outcome> {
  const outcomes = await Promise.all(Array.from({ length: times }, sendOnce));
  return outcomes.find(isFault) ?? outcomes[0] ?? 'cut';
}

/** Every attack on every endpoint; or, in the short form, some on each endpoint and each attack at least once. */
export function createAttackRequests(
  endpoints: readonly Endpoint[],
  { sessions, isShort }: { sessions: readonly ApplicantSession[]; isShort: boolean },
): AttackRequest[] {
  return endpoints.flatMap((endpoint, index) => {
    const session = sessions[index % sessions.length] as ApplicantSession;
    const first = index * SHORT_ATTACK_COUNT;
    const chosenAttacks = isShort
      ? Array.from(
          { length: SHORT_ATTACK_COUNT },
          (_, offset) => attacks[(first + offset) % attacks.length] as Attack,
        )
      : attacks;
    return chosenAttacks.map((attack) => createAttackRequest(endpoint, attack, session));
  });
}

const createMultipart = (kind: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="kind"\r\n\r\n${kind}\r\n`),
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n'),
    Buffer.from('content-type: application/octet-stream\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);

/** Every hostile file as an upload. They are created in advance, so that this does not slow the probe. */
export function createUploadRequests(portal: Portal, session: ApplicantSession): Promise<AttackRequest[]> {
  const endpoint = { url: `${portal.origin}/api/documents`, method: 'POST' };
  return Promise.all(
    hostileFiles.map(async ({ name, kind, bytes, times = 1 }) => {
      const body = createMultipart(kind, await bytes());
      const headers = {
        'content-type': 'multipart/form-data; boundary=b',
        origin: portal.origin,
        cookie: session.cookie(),
      };
      const sendOnce = () => send(endpoint, { headers, body });
      return { name: `${name} as an upload`, send: () => sendAtOnce(times, sendOnce) };
    }),
  );
}

/** Unacceptable responses of any endpoint: an outage is a 503, and everything else gets a response. */
export const isFault = (outcome: Outcome): boolean =>
  outcome === 'silent' || (typeof outcome === 'number' && outcome >= 500 && outcome !== 503);
