import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startChromium } from './chromium.ts';

let tempDir: string;
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'chromium-'));
});
afterEach(() => rm(tempDir, { recursive: true }));

/** A browser that announces a page to its client and dies before the page exists. */
const DIES = `#!${process.execPath}
const { createReadStream, createWriteStream } = require('node:fs');
const answers = createWriteStream(null, { fd: 4 });
const send = (message) => answers.write(JSON.stringify(message) + '\\0');
const targetInfo = { targetId: 't', type: 'tab', title: '', url: 'about:blank', attached: false, browserContextId: 'c' };
createReadStream(null, { fd: 3 }).on('data', (data) => {
  for (const text of String(data).split('\\0').filter(Boolean)) {
    const { id, method } = JSON.parse(text);
    if (method === 'Target.setDiscoverTargets') send({ method: 'Target.targetCreated', params: { targetInfo } });
    send({ id, result: {} });
    if (method === 'Target.setAutoAttach') setTimeout(process.exit, 50);
  }
});
`;

test('rejects when the browser dies while puppeteer attaches to it', async () => {
  const path = join(tempDir, 'dies');
  await writeFile(path, DIES);
  await chmod(path, 0o755);
  const starting = startChromium({ chromium: { path, sandboxed: false }, tempDir, startTimeoutMs: 2000 });
  await expect(starting).rejects.toThrow('starting Chromium took longer than 2000 ms');
  expect(await readdir(tempDir)).toEqual(['dies']);
});
