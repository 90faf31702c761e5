import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, scaledTimeout } from '@archaka/test-kit';
import { expect, jest, test } from '@jest/globals';
import { readProcessTable } from './orphans.ts';
import { ROOT } from './stage.ts';

/** In a new clone the runs first read every file, on a machine that other stages use. */
const START_TIMEOUT_MS = 90_000;
jest.setTimeout(scaledTimeout(2 * START_TIMEOUT_MS));

/** Starts a run of the hanging suite; resolves when the suite's programs run. */
async function startHangingRun() {
  const folder = await mkdtemp(join(tmpdir(), 'hanging-'));
  const pidFile = join(folder, 'pids.json');
  const run = spawn(process.execPath, [join(ROOT, 'tests/run.ts'), 'hanging'], {
    env: { ...process.env, TMPDIR: folder, HANGING_PIDS: pidFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(run, 'exit');
  let output = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const readPids = async (): Promise<number[]> => JSON.parse(await readFile(pidFile, 'utf8'));
  const pids = await eventually(readPids, { timeoutMs: START_TIMEOUT_MS });
  const environ = await readFile(`/proc/${pids[0]}/environ`, 'utf8');
  return {
    pids,
    /** The folder of the run's files. */
    folder: /\0TMPDIR=([^\0]+)/.exec(environ)?.[1] ?? '',
    output: () => output,
    kill: (signal: NodeJS.Signals) => run.kill(signal),
    exited: async () => (await exited)[0],
  };
}

const findRunning = (pids: readonly number[]) => readProcessTable().filter(({ pid }) => pids.includes(pid));

const toOrphanLine = (pid: number) => `Left running by hanging and ended: process ${pid}: `;

test.concurrent('stops and names a suite that blocks its process, and its orphans', async () => {
  const { pids, output, exited } = await startHangingRun();

  expect(await exited()).toBe(1);
  expect(output()).toMatch(/No test has started, .* s: tests\/stages\/fixtures\/hanging\.suite\.ts/);
  for (const pid of pids) expect(output()).toContain(toOrphanLine(pid));
  expect(findRunning(pids)).toEqual([]);
  expect(output().trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
});

test.concurrent('stops and names running processes when it is interrupted', async () => {
  const { pids, folder, output, kill, exited } = await startHangingRun();
  kill('SIGINT');

  expect(await exited()).toBe(130);
  for (const pid of pids) expect(output()).toContain(toOrphanLine(pid));
  expect(findRunning(pids)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test.concurrent('stops running processes when it is killed', async () => {
  const { pids, folder, kill, exited } = await startHangingRun();
  kill('SIGKILL');
  await exited();

  await eventually(async () => findRunning(pids).length === 0 && !existsSync(folder));
});
