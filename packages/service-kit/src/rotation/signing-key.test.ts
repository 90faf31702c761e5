import { createPublicKey, sign, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSealing, createSealingKey } from '../sealing/sealing.ts';
import { createKeyPair, unsealPrivateKey } from './signing-key.ts';

const sealing = createSealing([createSealingKey('a long and random secret', 'tests')]);

test('verifies with the public half what the private half signed', () => {
  const pair = createKeyPair('a-1', sealing);
  const data = Buffer.from('whatever');
  const signature = sign('sha256', data, unsealPrivateKey(pair, sealing));
  const key = createPublicKey({ key: pair.public_jwk, format: 'jwk' });
  expect(verify('sha256', data, key, signature)).toBe(true);
});

test('stores no plain private key, and opens none under another name', () => {
  const pair = createKeyPair('a-1', sealing);
  const { d } = unsealPrivateKey(pair, sealing).export({ format: 'jwk' });
  expect(JSON.stringify(pair)).not.toContain(d);
  const { x: _x, y: _y, ...names } = pair.public_jwk;
  expect(names).toEqual({ kty: 'EC', crv: 'P-256', kid: 'a-1', alg: 'ES256', use: 'sig' });
  expect(() => unsealPrivateKey({ ...pair, kid: 'a-2' }, sealing)).toThrow();
});
