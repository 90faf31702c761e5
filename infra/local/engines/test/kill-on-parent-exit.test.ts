import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';

/** A parent that starts this shell command as its child, prints the child's pid and waits. */
function startParent(shell: string) {
  const program = `
    const { startChild } = await import(${JSON.stringify(join(import.meta.dirname, '../src/child.ts'))});
    const child = await startChild({
      command: '/bin/sh', args: ['-c', ${JSON.stringify(shell)}], env: process.env, graceMs: 500,
      log: (chunk) => process.stdout.write(chunk),
    });
    setInterval(() => {}, 1000);
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const isAlive = (pid: number) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

test.each([
  ['a child that ends on a signal', 'echo $$; exec sleep 1000'],
  ['a stubborn child and its own child', "trap '' TERM; sleep 1000 & echo $$ $!; wait; wait"],
])('%s ends soon after the parent was killed', async (_name, shell) => {
  const parent = startParent(shell);
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const pids = output.toString().trim().split(' ').map(Number);
  expect(pids.every(isAlive)).toBe(true);

  parent.kill('SIGKILL');
  const deadline = Date.now() + scaledTimeout(10_000);
  while (pids.some(isAlive) && Date.now() < deadline) await wait(20);

  expect(pids.filter(isAlive)).toEqual([]);
});
