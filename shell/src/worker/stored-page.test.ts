import { expect, test } from '@jest/globals';
import { isFileOf, listPageFiles, toOfflinePage } from './stored-page.ts';

const origin = 'https://exams.example';
const release = (entry: string) => ({
  version: 'v1',
  entry,
  manifest: {
    metaData: { remoteEntry: { name: 'remoteEntry.js' } },
    exposes: [{ assets: { js: { sync: ['app.js'] }, css: { sync: ['app.css'] } } }],
  },
  integrity: {
    'remoteEntry.js': 'sha384-a',
    'app.js': 'sha384-b',
    'later.js': 'sha384-c',
    'app.css': 'sha384-d',
  },
});
const createPage = (slices: object) => `<!doctype html><head>
<link rel="stylesheet" href="/assets/shell.css"><script src="/assets/shell.js" defer></script>
<link rel="preload" as="script" href="/slices/mf-auth/v1/app.js">
<meta name="made-at" content="2026-11-25T10:00:00.000Z">
<meta name="session" content="some">
<script type="application/json" id="slices">${JSON.stringify({ revision: 1, slices })}</script></head>`;

test('lists the shell’s files of a page and the entry files of each slice, with their hashes', () => {
  const page = createPage({ 'mf-auth': release('/slices/mf-auth/v1/mf-manifest.json') });
  expect(listPageFiles(page, origin)).toEqual([
    { url: `${origin}/assets/shell.css` },
    { url: `${origin}/assets/shell.js` },
    { url: `${origin}/slices/mf-auth/v1/remoteEntry.js`, integrity: 'sha384-a' },
    { url: `${origin}/slices/mf-auth/v1/app.css`, integrity: 'sha384-d' },
    { url: `${origin}/slices/mf-auth/v1/app.js`, integrity: 'sha384-b' },
  ]);
});

test('excludes files of other releases and sites, and responses of services', () => {
  const html = createPage({ 'mf-auth': release('https://files.example/mf-auth/v1/mf-manifest.json') });
  const isOwn = (url: string) => isFileOf(url, { html, origin });
  expect(isOwn('https://files.example/mf-auth/v1/later.js')).toBe(true);
  expect(isOwn(`${origin}/assets/font.woff2`)).toBe(true);
  expect(isOwn('https://files.example/mf-auth/v0/later.js')).toBe(false);
  expect(isOwn('https://elsewhere.example/assets/shell.js')).toBe(false);
  expect(isOwn(`${origin}/api/documents/1`)).toBe(false);
});

test('serves a stored page without a session and with an advanced clock', () => {
  const page = toOfflinePage(createPage({}), 90_000);
  expect(page).toContain('<meta name="session" content="unknown">');
  expect(page).toContain('<meta name="made-at" content="2026-11-25T10:01:30.000Z">');
});
