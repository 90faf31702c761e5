/**
 * Two instances of each component, restarted and killed under 100 requests a second, or fewer on a slower machine.
 *
 *     npm test -- load
 *     ROUNDS=4 npm test -- load      twenty restarts instead of five
 */

import { COMPONENTS, SERVICES } from '@archaka/test-kit';
import { timeoutFactor } from '@archaka/test-kit/timeouts';
import { afterAll, expect, test } from '@jest/globals';
import { startFleet } from './fleet.ts';
import { measureTraffic, RATE, type Traffic } from './traffic.ts';

const MAX_COMPLAINTS = 50;
const ROUNDS = Number(process.env.ROUNDS ?? 1);

const fleet = await startFleet();
afterAll(() => fleet.stop());

const toSide = (round: number) => (round % 2) as 0 | 1;
const rounds = Array.from({ length: ROUNDS }, (_, round) => toSide(round));

/** Prints the components' warnings with failures, since a response does not state the reason of a 503. */
function printTraffic(name: string, { sent, failures, p99Ms, maxUnanswered }: Traffic): void {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const rateText = `${RATE} a second (factor ${timeoutFactor})`;
  const latencyText = `p99 ${Math.round(p99Ms)} ms, ${maxUnanswered} unanswered at most`;
  process.stdout.write(`${name}: ${sent} requests, ${rateText}, ${failed} failed, ${latencyText}\n`);
  if (failed > 0) process.stdout.write(`${fleet.listComplaints().slice(-MAX_COMPLAINTS).join('\n')}\n`);
}

test('fails no request during rolling restarts of every component', async () => {
  async function rollAllComponents(): Promise<void> {
    for (const side of rounds) {
      const draining: Promise<void>[] = [];
      for (const component of COMPONENTS) draining.push((await fleet.pairs[component].roll(side)).drained);
      await Promise.all(draining);
    }
  }
  const traffic = await measureTraffic(rollAllComponents, { origin: fleet.origin, kinds: 'all' });
  printTraffic(`${COMPONENTS.length * ROUNDS} rolling restarts`, traffic);
  expect(traffic.failures).toEqual({});
});

test('fails no repeatable request when services are killed', async () => {
  async function killEachService(): Promise<void> {
    for (const side of rounds) for (const service of SERVICES) await fleet.pairs[service].kill(side);
  }
  const traffic = await measureTraffic(killEachService, { origin: fleet.origin, kinds: 'repeatable' });
  printTraffic(`${SERVICES.length * ROUNDS} kills`, traffic);
  expect(traffic.failures).toEqual({});
});
