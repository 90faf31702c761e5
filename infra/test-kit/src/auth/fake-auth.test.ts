import { exchangeSession } from '@archaka/contracts';
import { freePort } from '@archaka/engines';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { buildApplicant } from '../builders/applicant.ts';
import { type FakeAuth, startFakeAuth } from './fake-auth.ts';

const person = buildApplicant();
let auth: FakeAuth;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  auth = await startFakeAuth(port);
});
afterAll(() => auth.close());

const verify = (token: string, audience: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`)), {
    issuer: 'svc-auth',
    audience,
  });

const exchangeToken = (session_id: string) =>
  fetch(`${url}/internal/exchangesession`, {
    method: 'POST',
    body: JSON.stringify({ session_id, audience: 'svc-payment' }),
  });

test('a token is valid for its audience, by the published key', async () => {
  const token = await auth.issueToken(person, 'svc-application');
  const { payload } = await verify(token, 'svc-application');
  expect(payload).toMatchObject({ sub: person.id, number: person.number, name: person.name });
  await expect(verify(token, 'svc-payment')).rejects.toThrow('aud');
});

test('exchanges a session like svc-auth, until it is ended', async () => {
  const id = auth.createSessionCookie(person).replace('archaka_session=', '');
  const { data } = exchangeSession.response.body.parse(await (await exchangeToken(id)).json()) as {
    data: { token: string }[];
  };
  expect((await verify(data[0]?.token ?? '', 'svc-payment')).payload.sub).toBe(person.id);
  auth.endSessions(person.id);
  expect((await exchangeToken(id)).status).toBe(404);
});
