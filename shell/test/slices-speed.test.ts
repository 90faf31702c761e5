import { deploy, rollback } from '@archaka/slice-store';
import { scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deployments } from './support/deployments.ts';
import { type RunningShell, startShell } from './support/running-shell.ts';

const ROUNDS = 10;

let shell: RunningShell;
let teams: ReturnType<typeof deployments>;
beforeAll(async () => {
  shell = await startShell();
  teams = deployments(shell);
});
afterAll(() => shell.close());

test('a deployment and a rollback are seen by a page that is loaded a second later, 19 times in 20', async () => {
  const first = await teams.deployed('mf-history', 'first');
  const second = await teams.published('mf-history', 'second');
  const change = { slice: 'mf-history' } as const;
  const took: number[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    took.push(await msUntilSeen(second, { ...change, action: 'deploy', step: deploy(second) }));
    took.push(await msUntilSeen(first, { ...change, action: 'rollback', step: rollback }));
  }

  const p95 = took.toSorted((one, other) => one - other)[Math.ceil(took.length * 0.95) - 1];
  expect(p95).toBeLessThan(scaledTimeout(1000));
});

/** From the start of the change until a page brings the version. */
async function msUntilSeen(version: string, change: Parameters<typeof teams.changed>[0]): Promise<number> {
  const started = performance.now();
  await teams.changed(change);
  const page = await (await fetch(`${shell.url}/ticket`)).text();
  expect(page).toContain(version);
  return performance.now() - started;
}
