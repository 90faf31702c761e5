import { expect, test } from '@jest/globals';
import { openKey, sealKey } from './sealed-key.ts';

const sealed = sealKey('a secret of some length', 'auth-1', 'the private key');

test('a sealed key opens with its secret and key id', () => {
  expect(openKey('a secret of some length', 'auth-1', sealed)).toBe('the private key');
});

test('a sealed key opens with no other secret, key id or tag', () => {
  expect(() => openKey('another secret', 'auth-1', sealed)).toThrow();
  expect(() => openKey('a secret of some length', 'auth-2', sealed)).toThrow();
  expect(() =>
    openKey('a secret of some length', 'auth-1', { ...sealed, tag: sealed.tag.slice(0, 8) }),
  ).toThrow();
});
