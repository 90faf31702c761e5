import { expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import { MAX_TOKEN_MINUTES, readOperatorToken, signOperatorToken } from './token.ts';

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

test('rejects a token of another component or of another portal', async () => {
  const [payment, auth] = [await createKey('svc-payment'), await createKey('svc-auth')];
  const keys = [payment.publicKey, auth.publicKey];
  const foreign = await createKey('svc-auth');
  for (const { key } of [payment, foreign]) {
    const token = await signOperatorToken(operator, { key, now });
    await expect(readOperatorToken(token, { keys })).rejects.toThrow('sign in again');
  }
});

test('rejects an expired token', async () => {
  const { key, publicKey } = await createKey('svc-auth');
  const before = new Date(now.getTime() - (MAX_TOKEN_MINUTES + 1) * 60_000);
  const token = await signOperatorToken(operator, { key, now: before });
  await expect(readOperatorToken(token, { keys: [publicKey] })).rejects.toThrow('sign in again');
});
