import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildApplicant, buildSignUp } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { serveAuth } from './support/test-browser.ts';

const KEY = 'key-of-this-inbox';

const auth = serveAuth({ DEV_INBOX_KEY: KEY, PORTAL_ORIGIN: 'http://192.168.1.5:8080' });

/** `fetch` sets Host itself. */
async function readInbox(search: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const sent = request(`${auth.url}/dev/inbox${search}`, { headers }, async (response) =>
    resolve({ status: response.statusCode ?? 0, body: await text(response) }),
  );
  sent.once('error', reject).end();
  return promise;
}

test('shows the dev inbox to a request with the key only', async () => {
  const person = buildApplicant();
  const post = (name: string, body: object) =>
    fetch(`${auth.url}/api/dashboard/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('submitsignup', buildSignUp(person));
  await post('websiteloginotp', { number: person.number });

  const found = await readInbox(`?number=${person.number}&key=${KEY}`);
  expect(JSON.parse(found.body)).toMatchObject([{ number: person.number }]);
  for (const search of ['', '?key=', '?key=wrong', `?key=${KEY}x`, `?key=${KEY}&key=${KEY}`])
    expect((await readInbox(search)).status).toBe(403);
});

test.each([
  ...['localhost:8080', '127.0.0.1', '[::1]:8080', '192.168.1.5:8080'].map((host) => [host, 200] as const),
  ...['rebound.example:8080', 'localhost.example', 'x@rebound.example'].map((host) => [host, 403] as const),
])('responds to a page of %s with %d', async (host, status) => {
  const forwarded = { ...(await auth.environment.forward('svc-auth')), 'x-forwarded-host': host };
  for (const headers of [{ host }, forwarded])
    expect((await readInbox(`?key=${KEY}`, headers)).status).toBe(status);
  // A claim that does not come from the gateway changes nothing.
  const claimed = { host, 'x-forwarded-host': 'localhost' };
  expect((await readInbox(`?key=${KEY}`, claimed)).status).toBe(status);
});
