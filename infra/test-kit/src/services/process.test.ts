import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@archaka/engines';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startProcess } from './process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function writeProgram(text: string) {
  const main = join(folder, `${randomUUID()}.ts`);
  await writeFile(main, text);
  const port = String(await freePort());
  return { name: 'a-part', main, url: `http://127.0.0.1:${port}`, env: { PORT: port } };
}

const serverSource = (moreSource = '') => `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end('ready')).listen(Number(process.env.PORT), '127.0.0.1');
  console.log(Object.keys(process.env).includes('JEST_WORKER_ID') ? 'leaky' : 'own variables only');
  ${moreSource}`;

test('reports the output of a component that ends before it is ready', async () => {
  await expect(
    startProcess(await writeProgram('console.error("PORT is missing"); process.exit(1);')),
  ).rejects.toThrow(/a-part ended \(1\) before it was ready[\s\S]*PORT is missing/);
});

test('does not wait for an ended component: the test process can end at once', async () => {
  const mainFile = JSON.stringify(await writeProgram('process.exit(1);'));
  const starter = join(folder, 'starter.ts');
  const source = JSON.stringify(import.meta.resolve('./process.ts'));
  await writeFile(
    starter,
    `import { startProcess } from ${source}; startProcess(${mainFile}).catch(() => console.log('told'));`,
  );
  const exited = promisify(execFile)(process.execPath, [starter], { timeout: 15_000 });
  expect((await exited).stdout).toBe('told\n');
});

test('a component gets only its own variables, and ends on request', async () => {
  const started = await startProcess(
    await writeProgram(serverSource('process.on("SIGTERM", () => process.exit(0));')),
  );
  expect(started.logs()).toContain('own variables only');
  await started.stop();
  await expect(fetch(started.url)).rejects.toThrow();
});

test('a component that fails at its stop fails the suite', async () => {
  const started = await startProcess(
    await writeProgram(serverSource('process.on("SIGTERM", () => process.exit(3));')),
  );
  await expect(started.stop()).rejects.toThrow('a-part ended with 3');
});

test('a killed component has ended, and stopping it succeeds', async () => {
  const started = await startProcess(await writeProgram(serverSource()));
  await started.kill();
  await started.stop();
  await expect(fetch(started.url)).rejects.toThrow();
});
