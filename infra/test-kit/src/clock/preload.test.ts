import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** Runs a program with the preload; returns the JSON it printed. */
async function run(program: string, clockMs: number) {
  const args = ['--import', join(import.meta.dirname, 'preload.ts'), '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { TEST_CLOCK_MS: String(clockMs) },
  });
  return JSON.parse(stdout);
}

test('shifts every function of the calendar, and measured time continues', async () => {
  const days = 400 * 24 * 3600_000;
  const program = `
    const start = performance.now();
    const asked = [Date.now(), new Date().getTime(), Date.parse(Date()), new (class extends Date {})().getTime()];
    const same = [new Date(5).getTime(), Date.UTC(1970, 0, 2), new Date() instanceof Date, new Date().constructor === Date];
    console.log(JSON.stringify({ asked, same, passed: performance.now() - start }));
  `;
  const { asked: times, same, passed } = await run(program, -days);
  for (const time of times) expect(Math.abs(Date.now() - days - time)).toBeLessThan(60_000);
  expect(same).toEqual([5, 24 * 3600_000, true, true]);
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(days);
});
