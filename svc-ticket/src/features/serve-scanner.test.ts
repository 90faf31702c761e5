import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createApp, createLog, listen } from '@archaka/service-kit/server';
import { afterAll, expect, test } from '@jest/globals';
import { openTempFolder } from '../testing/temp-folder.ts';
import { readScannerFiles, registerScannerRoutes } from './serve-scanner.ts';

const folder = await openTempFolder();
await mkdir(join(folder, 'dist'));
const files = {
  'secret.js': 'not to be served',
  'dist/index.html': '<h1>స్కానర్</h1>',
  'dist/sw.js': 'worker',
  'dist/scanner.0123abcd.js': 'script',
  'dist/scanner.0123abcd.js.br': brotliCompressSync('script'),
  'dist/notes.txt': 'not of the page',
};
await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
const scanner = (await readScannerFiles(join(folder, 'dist'))) ?? new Map();
const log = createLog({ name: 'test', level: 'silent' });
const app = createApp({ log, routes: (router) => registerScannerRoutes(router, scanner) });
const server = await listen(app, { port: 0 });
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers });

test('allows the page the camera and its own files only', async () => {
  const { status, headers } = await get('/scan');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('permissions-policy')).toBe('camera=(self)');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
});

test('requires revalidation of page and worker, and caches files with a hash in their names for good', async () => {
  const worker = await get('/scan/sw.js');
  expect(worker.headers.get('service-worker-allowed')).toBe('/scan');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  const etag = worker.headers.get('etag') ?? '';
  expect((await get('/scan/sw.js', { 'if-none-match': etag })).status).toBe(304);
  expect((await get('/scan')).headers.get('cache-control')).toBe('no-cache');
  const script = await get('/scan/scanner.0123abcd.js');
  expect(script.headers.get('cache-control')).toContain('immutable');
});

test('serves a compressed copy when one exists and the browser accepts it', async () => {
  const path = '/scan/scanner.0123abcd.js';
  const [small, plain] = [
    await get(path, { 'accept-encoding': 'gzip, br' }),
    await get(path, { 'accept-encoding': 'identity' }),
  ];
  expect(small.headers.get('content-encoding')).toBe('br');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await small.text()).toBe(await plain.text());
});

test.each([
  '/scan/none.js',
  '/scan/notes.txt',
  '/scan/..%2fsecret.js',
  '/scan/scanner.0123abcd.js.br',
  '/scan/a/b',
])('responds 404 to %s', async (path) => expect((await get(path)).status).toBe(404));

test('responds 404 without a built scanner', async () => {
  expect(await readScannerFiles(undefined)).toBeUndefined();
  expect(await readScannerFiles(join(folder, 'elsewhere'))).toBeUndefined();
  expect(await readScannerFiles(folder)).toBeUndefined();
});
