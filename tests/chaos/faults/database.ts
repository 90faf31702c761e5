import type { Member } from '@archaka/engines';
import type { ChaosEnvironment } from '../environment/environment.ts';
import type { Fault } from './fault.ts';

/** Removes the primary and measures the time until another member is primary. */
async function replacePrimary(
  { database, disturbances, recoveries }: ChaosEnvironment,
  name: string,
  removePrimary: () => Promise<unknown>,
) {
  const endDisturbance = disturbances.begin();
  const since = performance.now();
  await removePrimary();
  await database.waitForPrimary();
  recoveries.record('primary', name, since);
  endDisturbance();
}

const stepDownPrimary: Fault<ChaosEnvironment> = {
  name: 'step down the primary of MongoDB',
  async inject(environment) {
    await replacePrimary(environment, 'stepped down', () => environment.database.stepDown());
    return async () => true;
  },
};

const killPrimary: Fault<ChaosEnvironment> = {
  name: 'kill the primary of MongoDB',
  durationMs: { min: 1000, max: 3000 },
  async inject(environment) {
    const { database } = environment;
    const primary = database.members[await database.waitForPrimary()] as Member;
    await replacePrimary(environment, 'killed', () => primary.kill());
    return async () => {
      await primary.start();
      await database.waitUntilHealthy();
      return true;
    };
  },
};

export const databaseFaults: readonly Fault<ChaosEnvironment>[] = [stepDownPrimary, killPrimary];
