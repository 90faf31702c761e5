import { generateKeyPairSync } from 'node:crypto';
import type { PrivateJwk } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import { CompactSign } from 'jose';
import { createAuditSignatureCheck, createAuditSigner, toCanonicalJson } from './signatures.ts';

const SERVICE = 'svc-payment';

function createKey(kid: string) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), kid } as PrivateJwk;
  const { d: _secret, ...publicKey } = key;
  return { key, publicKey, privateKey };
}
const own = createKey(SERVICE);
const other = createKey('svc-ticket');
const check = createAuditSignatureCheck(SERVICE, { keys: [own.publicKey, other.publicKey] });
const head = { day: '2026-11-25', sequence: 4, hash: 'ab' };

test('accepts what the service signed, whatever the order of its fields', async () => {
  const signature = await createAuditSigner(own.key)(head);
  const { hash, ...rest } = head;
  expect(await check({ hash, ...rest }, signature)).toBe('valid');
});

test('rejects another value, another signer and a replaced key', async () => {
  const signature = await createAuditSigner(own.key)(head);
  expect(await check({ ...head, sequence: 5 }, signature)).toBe('wrong');
  expect(await check(head, 'nonsense')).toBe('wrong');
  expect(await check(head, await createAuditSigner(other.key)(head))).toBe('unknown-key');
  expect(await check(head, await createAuditSigner(createKey('svc-payment.2').key)(head))).toBe(
    'unknown-key',
  );
});

test('rejects a signature that the key made for something else', async () => {
  const event = new CompactSign(new TextEncoder().encode(toCanonicalJson(head)));
  event.setProtectedHeader({ alg: 'ES256', kid: SERVICE, typ: 'event' });
  expect(await check(head, await event.sign(own.privateKey))).toBe('wrong');
});
