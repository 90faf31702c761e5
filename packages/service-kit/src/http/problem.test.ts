import { afterAll, expect, test } from '@jest/globals';
import { dependencyUnavailable, unauthorized } from '../errors.ts';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';
import { listen } from './listen.ts';

/** What a browser accepts when it navigates. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };

const app = createApp({
  log: createLog({ name: 'test', level: 'silent' }),
  routes: (router) => {
    router.all('/down', () => {
      throw dependencyUnavailable('store');
    });
    router.get('/own', () => {
      throw unauthorized();
    });
  },
});
const server = await listen(app, { port: 0 });
afterAll(() => server.stop());

const fetchPath = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, init);

test.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
  'sends problem details to a program that accepts %j',
  async (headers) => {
    const response = await fetchPath('/down', { headers });
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({ status: 503, code: 'part-down' });
  },
);

test('sends a browser a bilingual page that reloads itself, but does not resend a form', async () => {
  const response = await fetchPath('/down', { headers: BROWSER });
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('vary')).toMatch(/accept/i);
  const page = await response.text();
  expect(page).toContain('<meta http-equiv="refresh" content="5">');
  expect(page).toContain('కొద్దిసేపట్లో మళ్లీ ప్రయత్నించండి');
  expect(page).toContain('Money that you have paid is not lost');

  const form = await (await fetchPath('/down', { method: 'POST', headers: BROWSER })).text();
  expect(form).toContain('Please try again in a moment');
  expect(form).not.toMatch(/http-equiv="refresh"|by itself/);
});

test('shows a person without a session a link to sign in', async () => {
  const page = await (await fetchPath('/own', { headers: BROWSER })).text();
  expect(page).toMatch(/<h1>దయచేసి సైన్ ఇన్ చేయండి · .*Please sign in/);
  expect(page).toContain('<a href="/">');
});
