import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { scaledTimeout } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { setUpPrinter } from './printer.ts';

/** A browser whose only process is one that holds this much memory for itself. */
async function browserOf(megabytes: number) {
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

const openSheet = async () => ({ tidy: async () => undefined, close: async () => undefined });

test.each([
  ['grown', 650, true],
  ['of the usual size', 100, false],
])('after a hundred files a browser that is %s is told by its memory', async (_, megabytes, worn) => {
  const { browser, end } = await browserOf(megabytes);
  try {
    const printer = await setUpPrinter(browser, { openSheet, life: 1_000_000, printMs: 1000 });
    for (let file = 0; file < 100; file += 1) await printer.use(async () => Buffer.alloc(0));
    const deadline = performance.now() + scaledTimeout(5000);
    while (worn && !printer.isWorn() && performance.now() < deadline) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(printer.isWorn()).toBe(worn);
  } finally {
    end();
  }
});

test('stops setting up a browser when the printer is closed meanwhile', async () => {
  const { browser, end } = await browserOf(1);
  const closed = new AbortController();
  const options = { openSheet: () => new Promise<never>(() => undefined), life: 1, printMs: 1000 };
  const opening = setUpPrinter(browser, { ...options, signal: closed.signal });
  closed.abort();
  await expect(opening).rejects.toThrow('aborted').finally(end);
});
