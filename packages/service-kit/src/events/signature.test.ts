import type { Envelope } from '@archaka/contracts';
import { afterEach, expect, jest, test } from '@jest/globals';
import { exportJWK, FlattenedSign, generateKeyPair, importJWK } from 'jose';
import type { PrivateJwk } from '../config.ts';
import { createEventSigner, createForgeryCheck, type ReceivedEvent } from './signature.ts';

async function createKey(kid: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid } as PrivateJwk;
}
const toPublicKey = ({ d: _secret, ...key }: PrivateJwk) => key;

const payment = await createKey('svc-payment');
const ticket = await createKey('svc-ticket');
const jwks = { keys: [payment, ticket].map(toPublicKey) };
const findForgery = createForgeryCheck({ jwks });

const captured: Envelope = {
  specversion: '1.0',
  id: 'e1',
  source: 'svc-payment',
  type: 'payment.captured.v1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data: { amount: 10_000 },
};
const toBytes = (envelope: Envelope) => Buffer.from(JSON.stringify(envelope));

/** The event as received: signed by `key`, then changed in transit. */
async function buildReceivedEvent(
  key: PrivateJwk,
  sent: Envelope = captured,
  changes: Partial<Envelope> = {},
) {
  const envelope = { ...sent, ...changes };
  const signature = await createEventSigner(key)(toBytes(sent));
  return { body: toBytes(envelope), signature, envelope } satisfies ReceivedEvent;
}

afterEach(() => {
  jest.useRealTimers();
});

test('accepts an event signed by its owner', async () => {
  expect(await findForgery(await buildReceivedEvent(payment), 'payment')).toBeUndefined();
});

test.each<[string, Partial<Envelope>]>([
  ['data', { data: { amount: 1 } }],
  ['type', { type: 'payment.reversed.v1' }],
  ['id', { id: 'e2' }],
  ['time', { time: '2030-01-01T00:00:00.000Z' }],
])('rejects an event whose %s was altered', async (_what, changes) => {
  const forgery = await findForgery(await buildReceivedEvent(payment, captured, changes), 'payment');
  expect(forgery?.message).toBe('has a wrong signature');
});

test('rejects an event signed by a service that does not own it', async () => {
  const forgery = await findForgery(await buildReceivedEvent(ticket), 'payment');
  expect(forgery?.message).toBe('is signed by svc-ticket, which does not own it');
});

test('rejects an event whose source is not its owner, though the source signed it', async () => {
  const forged = await buildReceivedEvent(ticket, { ...captured, source: 'svc-ticket' });
  expect((await findForgery(forged, 'payment'))?.message).toBe('names another source');
});

test('rejects an event signed by a key of its owner that is not published', async () => {
  const forged = await buildReceivedEvent(await createKey('svc-payment'));
  expect((await findForgery(forged, 'payment'))?.message).toBe('has a wrong signature');
  const unknown = await buildReceivedEvent(await createKey('svc-payment.2'));
  expect((await findForgery(unknown, 'payment'))?.message).toBe('is signed by an unknown key');
});

test('accepts both keys of a service while both are published', async () => {
  const next = await createKey('svc-payment.2');
  const checkBoth = createForgeryCheck({ jwks: { keys: [...jwks.keys, toPublicKey(next)] } });
  for (const key of [payment, next])
    expect(await checkBoth(await buildReceivedEvent(key), 'payment')).toBeUndefined();
});

test.each([undefined, 7, '', 'abc', 'a.b.c', '..', 'e30..AAAA', 'a..b..c'])(
  'rejects the signature %p',
  async (signature) => {
    const received = { ...(await buildReceivedEvent(payment)), signature };
    expect(await findForgery(received, 'payment')).toMatchObject({ name: 'ForgedEvent' });
  },
);

test.each([
  { alg: 'ES256', kid: 'svc-payment' },
  { alg: 'ES256', typ: 'event' },
])('rejects a signature with the header %j', async (header) => {
  const body = toBytes(captured);
  const jws = await new FlattenedSign(body)
    .setProtectedHeader(header)
    .sign(await importJWK(payment, 'ES256'));
  const received = { body, signature: `${jws.protected}..${jws.signature}`, envelope: captured };
  expect(await findForgery(received, 'payment')).toMatchObject({ name: 'ForgedEvent' });
});

test('rejects an event that is older than the inbox remembers, and no younger one', async () => {
  const received = await buildReceivedEvent(payment);
  const sent = Date.parse(captured.time);
  const days = 24 * 3600_000;
  jest.useFakeTimers({ now: sent + 80 * days, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  expect(await findForgery(received, 'payment')).toBeUndefined();
  jest.setSystemTime(sent + 80 * days + 1);
  expect((await findForgery(received, 'payment'))?.message).toBe('is too old');
});
