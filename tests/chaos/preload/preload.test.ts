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

test('a calendar that is wrong is wrong in every way of asking it, and measured time goes on', async () => {
  const days = 400 * 24 * 3600_000;
  const program = `
    const start = performance.now();
    const asked = [Date.now(), new Date().getTime(), Date.parse(Date()), new (class extends Date {})().getTime()];
    const same = [new Date(5).getTime(), Date.UTC(1970, 0, 2), new Date() instanceof Date, new Date().constructor === Date];
    console.log(JSON.stringify({ asked, same, passed: performance.now() - start }));
  `;
  const { printed } = await run('clock.ts', program, { CHAOS_CLOCK_MS: String(-days) });
  const { asked, same, passed } = JSON.parse(printed);
  for (const time of asked) expect(Math.abs(Date.now() - days - time)).toBeLessThan(60_000);
  expect(same).toEqual([5, 24 * 3600_000, true, true]);
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(1000);
});
