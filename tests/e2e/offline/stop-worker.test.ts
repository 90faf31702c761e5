import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { closeBrowser, openBrowser, openPhone } from '../browser.ts';

const STOP_WORKER = new URL('../../../shell/server/pages/stop-worker.js', import.meta.url);

let worker: Buffer | string = 'addEventListener("fetch", () => undefined);';
let server: Server;
let browser: Browser;
beforeAll(async () => {
  server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    response.setHeader('cache-control', 'no-cache');
    response.end(isWorker ? worker : '<!doctype html><title>Portal</title>');
  });
  server.listen(0, '127.0.0.1');
  [browser] = await Promise.all([openBrowser(), once(server, 'listening')]);
});
afterAll(async () => {
  await closeBrowser(browser);
  server?.closeAllConnections();
  server?.close();
});

test('with the worker switched off the next visit removes it and its stored data, and nothing else', async () => {
  const { page } = await openPhone(browser, { serviceWorker: true });
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
    await Promise.all(['archaka-page-1', 'hall-scanner-1'].map((name) => caches.open(name)));
    const opening = indexedDB.open('archaka-offline');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    opening.result.close();
  });
  worker = await readFile(STOP_WORKER);

  await page.reload();

  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
  expect(await page.evaluate(() => caches.keys())).toEqual(['hall-scanner-1']);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});
