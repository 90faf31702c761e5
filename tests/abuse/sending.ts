import type { ApplicantSession, Portal } from '@archaka/test-kit';
import { type Attack, attacks } from './attack.ts';
import type { Door } from './doors.ts';
import { hostileFiles } from './files.ts';
import { type Outcome, send } from './send.ts';

/** A hostile request at a door. */
export interface Strike {
  readonly name: string;
  readonly send: () => Promise<Outcome>;
}

/** Attacks that each door gets in the short form; together the doors get all. */
const SHORT = 4;

/** A door that ends the session would spare all others. */
const endsSession = ({ url }: Door): boolean => url.endsWith('/logout');

function strikeOf(door: Door, attack: Attack, session: ApplicantSession): Strike {
  const cookie: Record<string, string> = endsSession(door) ? {} : { cookie: session.cookie() };
  const { name, headers, body, half, times = 1 } = attack;
  const strike = () =>
    send(door, { headers: { ...cookie, ...headers }, body: body?.(door), ...(half && { half }) });
  return {
    name: `${name} at ${door.name}`,
    async send() {
      const outcomes = await Promise.all(Array.from({ length: times }, strike));
      return outcomes.find(isFault) ?? outcomes[0] ?? 'cut';
    },
  };
}

/** Every attack at every door; or, in the short form, some at each door and each somewhere. */
export function strikesAt(
  doors: readonly Door[],
  { sessions, isShort }: { sessions: readonly ApplicantSession[]; isShort: boolean },
): Strike[] {
  return doors.flatMap((door, place) => {
    const session = sessions[place % sessions.length] as ApplicantSession;
    const first = place * SHORT;
    const chosen = isShort
      ? Array.from({ length: SHORT }, (_, at) => attacks[(first + at) % attacks.length] as Attack)
      : attacks;
    return chosen.map((attack) => strikeOf(door, attack, session));
  });
}

const multipart = (kind: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="kind"\r\n\r\n${kind}\r\n`),
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n'),
    Buffer.from('content-type: application/octet-stream\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);

/** Every hostile file as an upload. They are made now: making them must not slow the probe. */
export function uploads(portal: Portal, session: ApplicantSession): Promise<Strike[]> {
  const door = { url: `${portal.origin}/api/documents`, method: 'POST' };
  return Promise.all(
    hostileFiles.map(async ({ name, kind, bytes }) => {
      const body = multipart(kind, await bytes());
      const headers = {
        'content-type': 'multipart/form-data; boundary=b',
        origin: portal.origin,
        cookie: session.cookie(),
      };
      return { name: `${name} as an upload`, send: () => send(door, { headers, body }) };
    }),
  );
}

/** What no door may answer: a part that is down says 503, and everything else has an answer. */
export const isFault = (outcome: Outcome): boolean =>
  outcome === 'silent' || (typeof outcome === 'number' && outcome >= 500 && outcome !== 503);
