import { deploy, rollback } from '@archaka/slice-store';
import { scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDeployments } from './support/deployments.ts';
import { type RunningShell, startShell } from './support/running-shell.ts';

const ROUNDS = 10;

let shell: RunningShell;
let teams: ReturnType<typeof createDeployments>;
beforeAll(async () => {
  shell = await startShell();
  teams = createDeployments(shell);
});
afterAll(() => shell.close());

test('shows a deployment and a rollback in a page that is loaded a second later, 19 times in 20', async () => {
  const first = await teams.deployBuild('mf-history', 'first');
  const second = await teams.publishBuild('mf-history', 'second');
  const change = { slice: 'mf-history' } as const;
  const durations: number[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    durations.push(
      await measureUntilSeen(second, { ...change, action: 'deploy', transition: deploy(second) }),
    );
    durations.push(await measureUntilSeen(first, { ...change, action: 'rollback', transition: rollback }));
  }

  const p95 = durations.toSorted((one, other) => one - other)[Math.ceil(durations.length * 0.95) - 1];
  expect(p95).toBeLessThan(scaledTimeout(1000));
});

/** From the start of the change until a page brings the version. */
async function measureUntilSeen(
  version: string,
  change: Parameters<typeof teams.applyChange>[0],
): Promise<number> {
  const started = performance.now();
  await teams.applyChange(change);
  const page = await (await fetch(`${shell.url}/ticket`)).text();
  expect(page).toContain(version);
  return performance.now() - started;
}
