import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { scaledTimeout } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { startBrowserRenderer } from './browser-renderer.ts';

/** A browser whose only process is one that holds this much memory for itself. */
async function startFakeBrowser(megabytes: number) {
  const hold = `const held = Buffer.alloc(${megabytes} * 2 ** 20, 1); console.log('held'); setInterval(() => held, 1e6)`;
  const holder = spawn(process.execPath, ['-e', hold], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const session = { send: async () => ({ processInfo: [{ id: holder.pid }] }) };
  const browser: unknown = {
    pages: async () => [{}],
    newPage: async () => ({}),
    target: () => ({ createCDPSession: async () => session }),
    process: () => null,
  };
  return { browser: browser as Browser, end: () => holder.kill() };
}

const openPage = async () => ({ releaseMemory: async () => undefined, close: async () => undefined });

test.each([
  ['grown', 650, true],
  ['of the usual size', 100, false],
])('after a hundred files a browser that is %s is told by its memory', async (_, megabytes, isWorn) => {
  const { browser, end } = await startFakeBrowser(megabytes);
  try {
    const renderer = await startBrowserRenderer(browser, {
      openPage,
      maxFiles: 1_000_000,
      printTimeoutMs: 1000,
    });
    for (let file = 0; file < 100; file += 1) await renderer.use(async () => Buffer.alloc(0));
    const deadline = performance.now() + scaledTimeout(5000);
    while (isWorn && !renderer.needsRestart() && performance.now() < deadline) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(renderer.needsRestart()).toBe(isWorn);
  } finally {
    end();
  }
});

test('stops setting up a browser when the printer is closed meanwhile', async () => {
  const { browser, end } = await startFakeBrowser(1);
  const closed = new AbortController();
  const options = { openPage: () => new Promise<never>(() => undefined), maxFiles: 1, printTimeoutMs: 1000 };
  const opening = startBrowserRenderer(browser, { ...options, signal: closed.signal });
  closed.abort();
  await expect(opening).rejects.toThrow('aborted').finally(end);
});
