import { expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import {
  assertPermitted,
  MAX_TOKEN_MINUTES,
  parseRoles,
  readOperatorToken,
  signOperatorToken,
} from './operator.ts';

test('permits a command to its roles, and names them to others', () => {
  expect(() => assertPermitted('refunds approve', ['auditor', 'clerk'])).not.toThrow();
  expect(() => assertPermitted('refunds approve', ['administrator', 'auditor'])).toThrow(
    'refunds approve needs the role clerk; you have administrator, auditor.',
  );
  expect(() => assertPermitted('backup', [])).toThrow('you have none');
});

test('reads roles, and rejects an unknown one', () => {
  expect(parseRoles('auditor, clerk')).toEqual(['clerk', 'auditor']);
  for (const text of ['', 'root', 'clerk,root']) expect(() => parseRoles(text)).toThrow('Roles are clerk');
});

async function createKey(kid: string) {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid };
  const { d: _secret, ...publicKey } = key;
  return { key, publicKey };
}
const operator = { id: 'operator-1', roles: ['clerk', 'auditor'] as const };
const now = new Date();

test('reads the operator whom svc-auth identified, also by its next key', async () => {
  for (const kid of ['svc-auth', 'svc-auth.2']) {
    const { key, publicKey } = await createKey(kid);
    const token = await signOperatorToken(operator, { key, now });
    expect(await readOperatorToken(token, { keys: [publicKey] })).toEqual(operator);
  }
});

test('rejects a token of another component, of another portal or after its expiry', async () => {
  const [payment, auth, foreign] = await Promise.all(['svc-payment', 'svc-auth', 'svc-auth'].map(createKey));
  const keys = [payment, auth].flatMap((each) => each?.publicKey ?? []);
  const expired = new Date(now.getTime() - (MAX_TOKEN_MINUTES + 1) * 60_000);
  for (const [signer, at] of [
    [payment, now],
    [foreign, now],
    [auth, expired],
  ] as const) {
    const token = await signOperatorToken(operator, { key: signer?.key ?? {}, now: at });
    await expect(readOperatorToken(token, { keys })).rejects.toThrow('sign in again');
  }
});
