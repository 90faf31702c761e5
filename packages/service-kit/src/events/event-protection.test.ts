import type { Envelope } from '@archaka/contracts';
import { afterEach, expect, jest, test } from '@jest/globals';
import { exportJWK, FlattenedSign, generateKeyPair, importJWK } from 'jose';
import type { PrivateJwk } from '../config.ts';
import type { KeyRing } from '../sealing/sealing.ts';
import {
  createEventSigner,
  createForgeryCheck,
  createOldDataPattern,
  EventSealing,
  type ReceivedEvent,
} from './event-protection.ts';

async function createKey(kid: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid } as PrivateJwk;
}
const toPublicKey = ({ d: _secret, ...key }: PrivateJwk) => key;

const payment = await createKey('svc-payment');
const ticket = await createKey('svc-ticket');
const jwks = { keys: [payment, ticket].map(toPublicKey) };
const findForgery = createForgeryCheck(jwks);

const captured: Envelope = {
  specversion: '1.0',
  id: 'e1',
  source: 'svc-payment',
  type: 'payment.captured.v1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data: { amount: 10_000, number: '9876543210' },
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

test.each<[string, string, PrivateJwk, Partial<Envelope>?]>([
  ['whose data was altered', 'has a wrong signature', payment, { data: { amount: 1 } }],
  ['whose type was altered', 'has a wrong signature', payment, { type: 'payment.reversed.v1' }],
  ['whose id was altered', 'has a wrong signature', payment, { id: 'e2' }],
  ['whose time was altered', 'has a wrong signature', payment, { time: '2030-01-01T00:00:00.000Z' }],
  ['of another service', 'is signed by svc-ticket, which does not own it', ticket],
  ['with a key that is not published', 'has a wrong signature', await createKey('svc-payment')],
  ['with a key of an unknown name', 'is signed by an unknown key', await createKey('svc-payment.2')],
])('rejects an event %s', async (_what, message, key, changes = {}) => {
  const received = await buildReceivedEvent(key, captured, changes);
  expect(await findForgery(received, 'payment')).toMatchObject({ name: 'ForgedEvent', message });
});

test('rejects an event whose source is not its owner, though the source signed it', async () => {
  const forged = await buildReceivedEvent(ticket, { ...captured, source: 'svc-ticket' });
  expect((await findForgery(forged, 'payment'))?.message).toBe('names another source');
});

test('accepts both keys of a service while both are published', async () => {
  const next = await createKey('svc-payment.2');
  const checkBoth = createForgeryCheck({ keys: [...jwks.keys, toPublicKey(next)] });
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

const ring = [{ kid: '1', key: 'the key of this test, 32 letters' }] as const;
const next = [{ kid: '2', key: 'the next key of this, 32 letters' }, ...ring] as const;
const sealing = new EventSealing(ring);
const personal = { isPersonal: true };

test('seals personal data for its own event and opens it after a rotation', () => {
  const sealed = sealing.sealData(captured, personal);
  expect(JSON.stringify(sealed)).not.toContain('9876543210');
  expect(new EventSealing(next).openData(sealed)).toEqual(captured);
  expect(() => sealing.openData({ ...sealed, id: 'e-2' })).toThrow();
});

test('finds an event that another key than the first seals, also when key names share a prefix', () => {
  const toText = (keys: KeyRing, event = captured) =>
    JSON.stringify(new EventSealing(keys).sealData(event, personal));
  const quoting = { ...captured, data: { name: toText(ring) } };
  expect(createOldDataPattern(next).test(toText(ring))).toBe(true);
  expect(createOldDataPattern(ring).test(toText(next))).toBe(true);
  for (const text of [toText(next), toText(next, quoting), JSON.stringify(quoting), JSON.stringify(captured)])
    expect(createOldDataPattern(next).test(text)).toBe(false);
});

test('leaves other data plain, and reads plain data', () => {
  expect(sealing.sealData(captured, { isPersonal: false })).toEqual(captured);
  expect(sealing.openData(captured)).toEqual(captured);
});
