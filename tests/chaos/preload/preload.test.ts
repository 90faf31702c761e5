import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Runs a program with a preload before it; gives what it printed and the signal that ended it. */
function run(preload: string, program: string, env: Record<string, string>) {
  const args = ['--import', join(import.meta.dirname, preload), '--input-type=module', '-e', program];
  return new Promise<{ printed: string; signal: string | undefined; failed: boolean }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout) =>
      resolve({ printed: stdout.trim(), signal: error?.signal ?? undefined, failed: error !== null }),
    );
  });
}

/** Passes three boundaries five times over, and says so before each. */
const passing = `
  import { writeSync } from 'node:fs';
  import { channel } from 'node:diagnostics_channel';
  for (let round = 1; round <= 5; round += 1) {
    for (const name of ['before-commit', 'after-commit', 'before-ack']) {
      writeSync(1, name + ' ' + round + '\\n');
      channel('archaka:boundary').publish({ name });
    }
  }
`;
const passingUnder = (order: object) =>
  run('kill-at-boundary.ts', passing, { CHAOS_KILL: JSON.stringify(order) });
const lastOf = (printed: string) => printed.split('\n').at(-1);

test('a process is killed at the passing that the order names, and lives without an order', async () => {
  const { printed, signal } = await passingUnder({ boundary: 'after-commit', after: 3 });
  expect([lastOf(printed), signal]).toEqual(['after-commit 3', 'SIGKILL']);

  const free = await run('kill-at-boundary.ts', passing, {});
  expect([lastOf(free.printed), free.failed]).toEqual(['before-ack 5', false]);
});

test('a process is killed by chance, and an order that cannot be read is refused', async () => {
  const certain = await passingUnder({ boundary: 'before-ack', share: 1, seed: 7 });
  expect([lastOf(certain.printed), certain.signal]).toEqual(['before-ack 1', 'SIGKILL']);

  for (const order of [{ boundary: 'after-lunch', after: 1 }, { boundary: 'before-ack' }]) {
    expect(await passingUnder(order)).toEqual({ printed: '', signal: undefined, failed: true });
  }
});
