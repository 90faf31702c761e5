import type { Member } from '@archaka/engines';
import type { Stage } from '../stage/stage.ts';
import type { Fault } from './fault.ts';

/** Does away with the primary, and measures how long it takes until another has its office. */
async function loseThePrimary(
  { store, disturbances, recoveries }: Stage,
  how: string,
  lose: () => Promise<unknown>,
) {
  const over = disturbances.begin();
  const since = performance.now();
  await lose();
  await store.primary();
  recoveries.note('primary', how, since);
  over();
}

const stepDown: Fault = {
  name: 'step down the primary of MongoDB',
  async strike(stage) {
    await loseThePrimary(stage, 'stepped down', () => stage.store.stepDown());
    return async () => true;
  },
};

const killPrimary: Fault = {
  name: 'kill the primary of MongoDB',
  lastsMs: { least: 1000, most: 3000 },
  async strike(stage) {
    const { store } = stage;
    const primary = store.members[await store.primary()] as Member;
    await loseThePrimary(stage, 'killed', () => primary.kill());
    return async () => {
      await primary.start();
      await store.whole();
      return true;
    };
  },
};

export const storeFaults: readonly Fault[] = [stepDown, killPrimary];
