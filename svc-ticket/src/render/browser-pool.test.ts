import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DependencyUnavailable, type Log } from '@archaka/service-kit';
import { eventually, scaledTimeout } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { BrowserPool, PooledBrowser } from './browser-pool.ts';
import { createFakeChromium } from './testing/fake-chromium.ts';

/** A browser with one process, which uses this much private memory. */
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
])('checks after a hundred files whether a browser is worn when it is %s', async (_, megabytes, isWorn) => {
  const { browser, end } = await startFakeBrowser(megabytes);
  try {
    const pooled = await PooledBrowser.open(browser, {
      openPage,
      maxFiles: 1_000_000,
      printTimeoutMs: 1000,
    });
    for (let file = 0; file < 100; file += 1) await pooled.use(async () => Buffer.alloc(0));
    const deadline = performance.now() + scaledTimeout(5000);
    while (isWorn && !pooled.isWorn() && performance.now() < deadline) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(pooled.isWorn()).toBe(isWorn);
  } finally {
    end();
  }
});

test('does not blame a file for a browser that opens no further page, and ends that browser after three failures', async () => {
  const { browser, end } = await startFakeBrowser(1);
  const holder = spawn('sleep', ['600']);
  let opened = 0;
  const openFirstPage = async () => {
    if (++opened > 1) throw new Error('no page');
    return openPage();
  };
  try {
    const options = { openPage: openFirstPage, maxFiles: 100, printTimeoutMs: 60_000 };
    const pooled = await PooledBrowser.open(
      { ...browser, connected: true, process: () => holder } as Browser,
      options,
    );
    const printed = Promise.withResolvers<Buffer>();
    const first = pooled.use(() => printed.promise);
    const ended = once(holder, 'exit');
    for (let file = 0; file < 3; file += 1) {
      expect(holder.killed).toBe(false);
      await expect(pooled.use(async () => Buffer.alloc(0))).rejects.toBeInstanceOf(DependencyUnavailable);
    }
    await ended;
    printed.resolve(Buffer.alloc(0));
    await first;
  } finally {
    holder.kill();
    end();
  }
});

let tempDir: string;
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'pool-'));
});
afterEach(() => rm(tempDir, { recursive: true }));

const announceStart = (file: string) => `require('node:fs').writeFileSync(${JSON.stringify(file)}, '');`;

/** Never attaches to its page: puppeteer then waits even for a dead browser. */
const neverAttach = (startedFile: string) => createFakeChromium(announceStart(startedFile));

test.each([
  ['does not respond', announceStart],
  ['has no page yet', neverAttach],
])(
  'ends a starting browser that %s when the pool is closed, without waiting for it',
  async (_, createProgram) => {
    const path = join(tempDir, 'chromium');
    const program = createProgram(join(tempDir, 'started'));
    await writeFile(path, `#!${process.execPath}\n${program}\nsetInterval(() => undefined, 1e6);\n`);
    await chmod(path, 0o755);
    const errors: unknown[] = [];
    const log = { warn: () => undefined, error: (fields: unknown) => errors.push(fields) };
    const chromium = { path, sandboxed: false };
    const options = { chromium, tempDir, openPage, maxFiles: 1, printTimeoutMs: 1000 };
    const pool = new BrowserPool({ ...options, log: log as unknown as Log });
    await eventually(async () => (await readdir(tempDir)).includes('started'));
    await pool.close();
    expect(errors).toEqual([]);
    expect((await readdir(tempDir)).filter((name) => name.startsWith('browser-'))).toEqual([]);
  },
  // Puppeteer itself would wait for 30 s.
  scaledTimeout(20_000),
);
