import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type ShellWithApplicants, startShellWithApplicants, toCookie } from './support/applicants.ts';
import { type Handler, json } from './support/fake-services.ts';

const ENDED_SESSIONS_PATH = '/internal/endedsessions';

let shell: ShellWithApplicants;
beforeAll(async () => {
  shell = await startShellWithApplicants();
  shell.services.application.on('/api/updates', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  });
});
afterAll(() => shell.close());

/** Follows a session's updates; resolves when they have ended. */
async function followUpdates(id: string) {
  const answer = await fetch(`${shell.url}/api/updates`, { headers: toCookie(id) });
  let hasEnded = false;
  const end = answer
    .text()
    .catch(() => 'cut off')
    .then(() => {
      hasEnded = true;
    });
  return { isEnded: () => hasEnded, end };
}

test('checks many open streams in one request with the gateway’s token', async () => {
  const [one, two] = [shell.newSession(), shell.newSession()];
  const streams = await Promise.all([one, two, two].map(followUpdates));
  // A request may have been in flight.
  const next = shell.endedSessionQueries.length + 1;
  await eventually(() => shell.endedSessionQueries.length > next);
  expect(shell.endedSessionQueries[next]?.toSorted()).toEqual([one, two].toSorted());
  const question = shell.services.auth.requests.find(({ url }) => url === ENDED_SESSIONS_PATH);
  const token = decodeJwt(String(question?.headers.authorization).slice('Bearer '.length));
  expect(token).toMatchObject({ iss: 'shell', aud: 'svc-auth' });

  shell.sessions.delete(two);
  await Promise.all(streams.slice(1).map(({ end }) => end));
  expect(streams[0]?.isEnded()).toBe(false);
  shell.sessions.delete(one);
  await streams[0]?.end;
});

const respondUnknown: Handler = (_request, response) => json(response, 404, { title: 'unknown' });
const respondHtml: Handler = (_request, response) => response.writeHead(200).end('<!doctype html>');
const respondMalformed: Handler = (_request, response) => json(response, 200, { status: 200, data: ['x'] });
const breakConnection: Handler = ({ socket }) => socket.destroy();

test('retains streams while svc-auth does not respond, and logs it once, without sessions', async () => {
  const id = shell.newSession();
  const stream = await followUpdates(id);
  shell.sessions.delete(id);
  for (const handler of [respondUnknown, respondHtml, respondMalformed, breakConnection]) {
    const queried = Promise.withResolvers<void>();
    shell.services.auth.on(ENDED_SESSIONS_PATH, (request, response) => {
      queried.resolve();
      return handler(request, response);
    });
    await queried.promise;
    expect(stream.isEnded()).toBe(false);
  }
  shell.services.auth.on(ENDED_SESSIONS_PATH, shell.respondEndedSessions);
  await stream.end;
  expect(shell.logs().split('checking sessions failed')).toHaveLength(2);
  expect(shell.logs()).not.toContain(id);
});
