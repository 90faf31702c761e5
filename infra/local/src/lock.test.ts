import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { isRunning, readStartTime, tryLock } from '../bootstrap/lock.mjs';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'lock-')), 'lock');
});

test.each([
  ['of a process that has ended', { pid: 2 ** 22 + 1, started: '1' }],
  ['of an earlier process under a pid that is used again', { pid: process.pid, started: 'long ago' }],
])('a lock %s counts for nothing', (_whose, holder) => {
  writeFileSync(path, JSON.stringify(holder));

  expect(tryLock(path).release).toBeDefined();
  expect(readdirSync(join(path, '..'))).toEqual(['lock']);
});

test('ignores a truncated lock', () => {
  writeFileSync(path, '{"pid":');

  expect(tryLock(path).release).toBeDefined();
});

test('a process runs until it has ended, also before its parent reaps it', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const recorded = { pid: child.pid ?? 0, started: readStartTime(child.pid ?? 0) };
  expect(isRunning(recorded)).toBe(true);

  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isRunning(recorded)).toBe(false);
});
