/**
 * Two of each part, rolled and killed while 100 requests a second come, on a slower machine as many fewer.
 *
 *     npm test -- load
 *     ROUNDS=4 npm test -- load      twenty restarts instead of five
 */
import { timeoutFactor } from '@archaka/test-kit/timeouts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COMPONENTS, type Fleet, SERVICES, startFleet } from './fleet.ts';
import { measureTraffic, RATE, type Traffic } from './traffic.ts';

const MAX_COMPLAINTS = 50;
const ROUNDS = Number(process.env.ROUNDS ?? 1);

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.stop());

const toSide = (round: number) => (round % 2) as 0 | 1;
const rounds = Array.from({ length: ROUNDS }, (_, round) => toSide(round));

/** What parts complained of is told with failures: an answer does not say why it is 503. */
function printTraffic(name: string, { sent, failures, p99Ms, maxUnanswered }: Traffic): void {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const rateText = `${RATE} a second (factor ${timeoutFactor})`;
  const latencyText = `p99 ${Math.round(p99Ms)} ms, ${maxUnanswered} unanswered at most`;
  process.stdout.write(`${name}: ${sent} requests, ${rateText}, ${failed} failed, ${latencyText}\n`);
  if (failed > 0) process.stdout.write(`${fleet.listComplaints().slice(-MAX_COMPLAINTS).join('\n')}\n`);
}

test('when every part is rolled while requests come, then none of them fails', async () => {
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

test('when services are killed while requests come, then none that may be repeated fails', async () => {
  async function killEachService(): Promise<void> {
    for (const side of rounds) for (const service of SERVICES) await fleet.pairs[service].kill(side);
  }
  const traffic = await measureTraffic(killEachService, { origin: fleet.origin, kinds: 'repeatable' });
  printTraffic(`${SERVICES.length * ROUNDS} kills`, traffic);
  expect(traffic.failures).toEqual({});
});
