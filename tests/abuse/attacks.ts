import { gzipSync } from 'node:zlib';
import type { ApplicantSession, Portal } from '@archaka/test-kit';
import type { Endpoint } from './endpoints.ts';
import { hostileFiles } from './files.ts';
import { type Outcome, send } from './send.ts';

/** One hostile request, for any endpoint. */
export interface Attack {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: (endpoint: Endpoint) => Buffer;
  /** Closes the connection after half of the announced length. */
  readonly isIncomplete?: boolean;
  /** Number of concurrent requests. */
  readonly times?: number;
}

const SMALL = 60_000;
const LARGE = 12_000_000;
const json = { 'content-type': 'application/json' };

/** Bodies are created once, so that this does not slow the probe. */
function createBody(head: string, unit: string, tail: string, bytes: number): () => Buffer {
  let cached: Buffer | undefined;
  return () => {
    cached ??= Buffer.from(head + unit.repeat(Math.floor(bytes / unit.length)) + tail);
    return cached;
  };
}

const compressed = gzipSync(Buffer.alloc(LARGE));

/** The same text in every field of the endpoint. */
const createFieldsBody =
  (unit: string, bytes: number) =>
  ({ fields }: Endpoint): Buffer => {
    const names = fields.length > 0 ? fields : ['number'];
    const text = unit.repeat(Math.floor(bytes / names.length / unit.length));
    return Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, text]))));
  };

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const formPart = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n';

const attacks: readonly Attack[] = [
  { name: 'wide', headers: json, body: createBody('{"a":[', '{},', '1]}', SMALL) },
  { name: 'wide and large', headers: json, body: createBody('{"a":[', '{},', '1]}', LARGE) },
  { name: 'many keys', headers: json, body: createBody('{', '"a":1,', '"b":1}', LARGE) },
  { name: 'deep', headers: json, body: createBody('{"a":', '[', '', SMALL) },
  { name: 'long', headers: json, body: createFieldsBody('x', SMALL) },
  { name: 'long and large', headers: json, body: createFieldsBody('x', LARGE) },
  { name: 'long white space', headers: json, body: createFieldsBody(' ', SMALL) },
  { name: 'long digits', headers: json, body: createFieldsBody('9', SMALL) },
  { name: 'combining marks', headers: json, body: createFieldsBody('\u0c46', SMALL) },
  { name: 'a long number', headers: json, body: createBody('{"number":', '9', '}', SMALL) },
  { name: 'no JSON', headers: json, body: createBody('', '\u0000', '', SMALL) },
  {
    name: 'compressed',
    headers: { ...json, 'content-encoding': 'gzip' },
    body: () => compressed,
  },
  { name: 'half', headers: json, body: createBody('{"a":"', 'x', '"}', LARGE), isIncomplete: true },
  { name: 'many', headers: json, body: createBody('{"a":[', '{},', '1]}', 6000), times: 40 },
  { name: 'form of many fields', headers: form, body: createBody('', 'a=1&', '', SMALL) },
  { name: 'form of brackets', headers: form, body: createBody('a', '[a]', '=1', SMALL) },
  { name: 'form of many parts', headers: multipart, body: createBody('', formPart, '--b--\r\n', 1_000_000) },
  { name: 'form without an end', headers: multipart, body: createBody('', '--b\r\na: b\r\n', '', 1_000_000) },
  {
    name: 'form with long headers',
    headers: multipart,
    body: createBody('--b\r\na: ', 'x', '\r\n', 1_000_000),
  },
  {
    name: 'large headers',
    headers: { ...json, 'x-long': 'x'.repeat(15_000) },
    body: () => Buffer.from('{}'),
  },
  { name: 'headers too large', headers: { 'x-long': 'x'.repeat(40_000) } },
  { name: 'a long cookie', headers: { cookie: 'a=1; '.repeat(2000) } },
  { name: 'a made-up session', headers: { cookie: `archaka_session=${'x'.repeat(90)}` } },
  { name: 'a long token', headers: { authorization: `Bearer ${'eyJhbGciOiJFUzI1NiJ9.'.repeat(600)}` } },
  {
    name: 'many upload facts',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': 'a YQ==,'.repeat(1500) },
  },
];

/** A hostile request to an endpoint. */
export interface AttackRequest {
  readonly name: string;
  readonly send: () => Promise<Outcome>;
}

/** Number of attacks on each endpoint in the short form; together the endpoints get all. */
const SHORT_ATTACK_COUNT = 2;

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
