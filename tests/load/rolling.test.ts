/**
 * Two of each part, rolled and killed while 100 requests a second come, on a slower machine as many fewer.
 *
 *     npm test -- load
 *     ROUNDS=4 npm test -- load      twenty restarts instead of five
 */
import { timeoutFactor } from '@archaka/test-kit/timeouts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Fleet, PARTS, SERVICES, startFleet } from './fleet.ts';
import { RATE, type Traffic, trafficDuring } from './traffic.ts';

const MAX_COMPLAINTS = 50;
const ROUNDS = Number(process.env.ROUNDS ?? 1);

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.stop());

const sideOf = (round: number) => (round % 2) as 0 | 1;
const rounds = Array.from({ length: ROUNDS }, (_, round) => sideOf(round));

/** What parts complained of is told with failures: an answer does not say why it is 503. */
function tell(what: string, { sent, failures, p99Ms, maxUnanswered }: Traffic): void {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const pace = `${RATE} a second (factor ${timeoutFactor})`;
  const waited = `p99 ${Math.round(p99Ms)} ms, ${maxUnanswered} unanswered at most`;
  process.stdout.write(`${what}: ${sent} requests, ${pace}, ${failed} failed, ${waited}\n`);
  if (failed > 0) process.stdout.write(`${fleet.complaints().slice(-MAX_COMPLAINTS).join('\n')}\n`);
}

test('when every part is rolled while requests come, then none of them fails', async () => {
  async function rollAll(): Promise<void> {
    for (const side of rounds) {
      const leaving: Promise<void>[] = [];
      for (const part of PARTS) leaving.push((await fleet.pairs[part].roll(side)).left);
      await Promise.all(leaving);
    }
  }
  const traffic = await trafficDuring(rollAll, { origin: fleet.origin, kinds: 'all' });
  tell(`${PARTS.length * ROUNDS} rolling restarts`, traffic);
  expect(traffic.failures).toEqual({});
});

test('when services are killed while requests come, then none that may be repeated fails', async () => {
  async function killEach(): Promise<void> {
    for (const side of rounds) for (const service of SERVICES) await fleet.pairs[service].kill(side);
  }
  const traffic = await trafficDuring(killEach, { origin: fleet.origin, kinds: 'repeatable' });
  tell(`${SERVICES.length * ROUNDS} kills`, traffic);
  expect(traffic.failures).toEqual({});
});
