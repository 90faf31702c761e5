import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
