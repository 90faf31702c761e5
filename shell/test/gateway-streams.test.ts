import { eventually, scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { cookieOf, type ShellWithApplicants, shellWithApplicants } from './support/applicants.ts';
import { type Handler, json } from './support/fake-services.ts';

const ended = '/internal/endedsessions';

let shell: ShellWithApplicants;
beforeAll(async () => {
  shell = await shellWithApplicants();
  shell.services.application.on('/api/updates', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  });
});
afterAll(() => shell.close());

/** Follows a session's updates; tells when they have ended. */
async function follow(id: string) {
  const answer = await fetch(`${shell.url}/api/updates`, { headers: cookieOf(id) });
  let over = false;
  const end = answer
    .text()
    .catch(() => 'cut off')
    .then(() => {
      over = true;
    });
  return { isOver: () => over, end };
}

test('when many streams are open, then one question with the gateway’s token serves them all', async () => {
  const [one, two] = [shell.newSession(), shell.newSession()];
  const streams = await Promise.all([one, two, two].map(follow));
  // A question may have been on its way.
  const next = shell.askedAfter.length + 1;
  await eventually(() => shell.askedAfter.length > next);
  expect(shell.askedAfter[next]?.toSorted()).toEqual([one, two].toSorted());
  const question = shell.services.auth.seen.find(({ url }) => url === ended);
  const token = decodeJwt(String(question?.headers.authorization).slice('Bearer '.length));
  expect(token).toMatchObject({ iss: 'shell', aud: 'svc-auth' });

  shell.sessions.delete(two);
  const loggedOut = performance.now();
  await Promise.all(streams.slice(1).map(({ end }) => end));
  expect(performance.now() - loggedOut).toBeLessThan(scaledTimeout(2500));
  expect(streams[0]?.isOver()).toBe(false);
  shell.sessions.delete(one);
  await streams[0]?.end;
});

const anOlderVersion: Handler = (_request, response) => json(response, 404, { title: 'unknown' });
const aPage: Handler = (_request, response) => response.writeHead(200).end('<!doctype html>');
const anotherShape: Handler = (_request, response) => json(response, 200, { status: 200, data: ['x'] });
const aBrokenConnection: Handler = ({ socket }) => socket.destroy();

test('while svc-auth does not say which sessions ended, streams stay; the log says so once, and no session', async () => {
  const id = shell.newSession();
  const stream = await follow(id);
  shell.sessions.delete(id);
  for (const fault of [anOlderVersion, aPage, anotherShape, aBrokenConnection]) {
    const asked = Promise.withResolvers<void>();
    shell.services.auth.on(ended, (request, response) => {
      asked.resolve();
      return fault(request, response);
    });
    await asked.promise;
    expect(stream.isOver()).toBe(false);
  }
  shell.services.auth.on(ended, shell.tellEnded);
  await stream.end;
  expect(shell.logs().split('not known which sessions ended')).toHaveLength(2);
  expect(shell.logs()).not.toContain(id);
});
