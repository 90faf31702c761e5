import { expect, jest, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { PrivateJwk } from '../config.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  createServiceSigner,
  createServiceTokenVerifier,
  createTokenCache,
} from './service-tokens.ts';

const secondsFromNow = (seconds: number) => Date.now() / 1000 + seconds;

test('verifies a token once until it expires', async () => {
  let expires = secondsFromNow(60);
  const verify = jest.fn(async (token: string) => ({ subject: { name: `user of ${token}` }, expires }));
  const verifyCached = createTokenCache(verify);

  expect(await verifyCached('a')).toEqual({ name: 'user of a' });
  expect(await verifyCached('a')).toEqual({ name: 'user of a' });
  expect(verify).toHaveBeenCalledTimes(1);

  expires = secondsFromNow(-1);
  await verifyCached('b');
  await verifyCached('b');
  expect(verify).toHaveBeenCalledTimes(3);
});

test('does not cache a rejected token', async () => {
  const verify = jest.fn(async () => {
    throw new Error('no');
  });
  const verifyCached = createTokenCache(verify);
  await expect(verifyCached('a')).rejects.toThrow('no');
  await expect(verifyCached('a')).rejects.toThrow('no');
  expect(verify).toHaveBeenCalledTimes(2);
});

test('evicts the least recently used token', async () => {
  const verify = jest.fn(async (token: string) => ({ subject: { token }, expires: secondsFromNow(60) }));
  const verifyCached = createTokenCache(verify, { capacity: 2 });
  for (const token of ['a', 'b', 'a', 'c', 'a', 'b']) await verifyCached(token);
  expect(verify.mock.calls.map(([token]) => token)).toEqual(['a', 'b', 'c', 'b']);
});

async function createKey(kid: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid } as PrivateJwk;
}

const auth = await createKey('svc-auth');
const ticket = await createKey('svc-ticket');
const jwks = { keys: [auth, ticket].map(({ d: _private, ...key }) => key) };
const verify = createServiceTokenVerifier({ jwks, audience: 'svc-payment' });

interface Claims {
  issuer?: string;
  audience?: string;
  /** Of the clock that signs. */
  offset?: number;
  /** Of the token's life. */
  seconds?: number;
  scope?: string | undefined;
  key?: PrivateJwk;
}

const sign = ({
  issuer = 'svc-auth',
  audience = 'svc-payment',
  offset = 0,
  seconds = 60,
  ...more
}: Claims) => {
  const { key = auth, ...claims } = more;
  return new SignJWT({ scope: 'ensureorder', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(new Date(Date.now() + offset * 1000))
    .setExpirationTime(new Date(Date.now() + (offset + seconds) * 1000))
    .sign(key);
};

test('verifies a service by its signature and reuses the token for the same call', async () => {
  const signer = createServiceSigner(ticket);
  const token = await signer('svc-payment', 'ensureorder');
  expect(await verify(token)).toEqual({ caller: 'svc-ticket', scope: 'ensureorder' });
  expect(await signer('svc-payment', 'ensureorder')).toBe(token);
  expect(await signer('svc-payment', 'recheck')).not.toBe(token);
  expect(await signer('svc-auth', 'ensureorder')).not.toBe(token);
});

test('rejects a token without a signature, or signed with a public key as a shared secret', async () => {
  const claims = { scope: 'ensureorder', iss: 'svc-auth', aud: 'svc-payment' };
  const unsigned = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('60s').encode();
  await expect(verify(unsigned)).rejects.toMatchObject({ status: 401 });
  const confused = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: auth.kid })
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(Buffer.from(JSON.stringify(jwks.keys[0])));
  await expect(verify(confused)).rejects.toMatchObject({ status: 401 });
});

test('accepts a token signed by the next key of a service', async () => {
  const next = await createKey('svc-ticket.2');
  const { d: _private, ...publicKey } = next;
  const both = { jwks: { keys: [...jwks.keys, publicKey] }, audience: 'svc-payment' };
  const token = await createServiceSigner(next)('svc-payment', 'ensureorder');
  expect(await createServiceTokenVerifier(both)(token)).toEqual({
    caller: 'svc-ticket',
    scope: 'ensureorder',
  });
});

test.each<[string, Claims]>([
  ['that names no call', { scope: undefined }],
  ['for another service', { audience: 'svc-ticket' }],
  ['in the name of another service', { issuer: 'svc-ticket' }],
  ['expired by more than clocks differ', { offset: -CLOCK_TOLERANCE_SECONDS - 120 }],
  [
    'of a long life, older than a minute when clocks differ',
    { offset: -CLOCK_TOLERANCE_SECONDS - 120, seconds: 7200 },
  ],
  ['signed by an unknown key', { key: await createKey('svc-auth') }],
])('rejects a token %s', async (_what, claims) => {
  await expect(sign(claims).then(verify)).rejects.toMatchObject({ status: 401 });
});

test.each([-600, 600])('accepts a token signed by a clock that is %i s off', async (offset) => {
  expect(await sign({ offset }).then(verify)).toEqual({ caller: 'svc-auth', scope: 'ensureorder' });
});
