import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimPortalPorts, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { clickControl, closeBrowser, openBrowser, openPhone, typeInto, waitForText } from '../browser.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DEV_PROXY_OFFSET = 20;

let dev: ChildProcess;
let browser: Browser;
let origin: string;
let folder: string;
let output = '';

/** `npm run dev -- mf-history --mock`, without npm itself. */
beforeAll(async () => {
  const { basePort: port } = await claimPortalPorts();
  origin = `http://localhost:${port + DEV_PROXY_OFFSET}`;
  folder = await mkdtemp(join(tmpdir(), 'mocked-'));
  dev = spawn(process.execPath, ['infra/local/bootstrap.mjs', 'dev', 'mf-history', '--mock'], {
    cwd: ROOT,
    env: { ...process.env, PORTAL_PORT: String(port), DATA_DIR: join(folder, '.data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  browser = await openBrowser();
  await eventually(() => output.includes('Portal ready:') || dev.exitCode !== null, { timeoutMs: 180_000 });
  if (dev.exitCode !== null) throw new Error(`dev mode ended:\n${output}`);
});
afterAll(async () => {
  await closeBrowser(browser);
  if (dev.exitCode === null) {
    const exited = once(dev, 'exit');
    dev.kill('SIGINT');
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
});

// The sign-in is another slice, in its production build.
test('with mocked services any password signs in and the history shows, without other components', async () => {
  const { page, faults } = await openPhone(browser);
  await page.goto(`${origin}/ticket`);
  await typeInto(page, 'number', '9876543210', 'main');
  await clickControl(page, 'Request For OTP', 'main');
  await typeInto(page, 'otp', '1234', 'main');
  await clickControl(page, 'Sign-In', 'main');
  await waitForText(page, 'ARC24-0123ABCD');
  expect(faults.list).toEqual([]);
  expect(output).not.toMatch(/Starting (mongod|rabbitmq)/);
});

test('a mock rejects requests with the contracts’ messages', async () => {
  const response = await fetch(`${origin}/api/dashboard/websiteloginotp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ number: '12' }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ title: expect.stringMatching(/mobile number/i) });
});
