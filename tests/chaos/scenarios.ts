import { setTimeout as pause } from 'node:timers/promises';
import type { ApplicantSession } from '@archaka/test-kit';
import type { VirtualApplicant } from './applicant.ts';
import type { Random } from './random.ts';

/** The random source and the second device of an applicant. */
interface ScenarioContext {
  readonly random: Random;
  readonly otherDevice: () => Promise<ApplicantSession>;
}

/** An applicant's payment actions and the application's expected final status. */
export interface Scenario {
  readonly expectedStatus: 'S' | 'F' | 'C';
  /** Number of orders; more than one after a refund. */
  readonly orderCount: number;
  readonly run: (applicant: VirtualApplicant, context: ScenarioContext) => Promise<unknown>;
}

const BANK_DELAY_MS = 2500;

const createScenario = (
  expectedStatus: Scenario['expectedStatus'],
  run: Scenario['run'],
  orderCount = 1,
): Scenario => ({ expectedStatus, run, orderCount });

/** Starts the checkout and pays, unless the portal has received a payment meanwhile. */
const startCheckoutAndPay = async ({ startCheckout, pay }: VirtualApplicant) =>
  (await startCheckout()) && (await pay('captured'));

/** Starts the checkout and fails to pay, `times` times. */
async function failRepeatedly({ startCheckout, pay }: VirtualApplicant, times: number) {
  for (let time = 0; time < times; time += 1) if (await startCheckout()) await pay('failed');
}

/** The first four are the shortest: they run once more at the end of a short run, which waits for them. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'pays at once': createScenario('S', startCheckoutAndPay),

  'cancels and leaves': createScenario('C', async (applicant) => {
    await applicant.startCheckout();
    await applicant.cancel();
  }),

  'pays several times at once, on two devices': createScenario(
    'S',
    async (applicant, { random, otherDevice }) => {
      const otherSession = await otherDevice();
      await Promise.all([applicant.startCheckout(), applicant.startCheckout(otherSession)]);
      const times = random.integerBetween(2, 8);
      await Promise.all(Array.from({ length: times }, () => applicant.pay('captured')));
      await applicant.recheck();
    },
  ),

  'has an authorised payment captured later': createScenario('S', async (applicant, { random }) => {
    await failRepeatedly(applicant, random.integerBetween(1, 6));
    await applicant.startCheckout();
    const first = await applicant.pay('authorized');
    await pause(BANK_DELAY_MS);
    await applicant.captureLate(first);
  }),

  'fails, and the payment is captured later': createScenario('S', async (applicant, { random }) => {
    await applicant.startCheckout();
    const first = await applicant.pay('failed');
    await failRepeatedly(applicant, random.integerBetween(1, 8));
    await pause(BANK_DELAY_MS);
    await applicant.captureLate(first);
  }),

  'fails, pays, and the first payment is captured, too': createScenario(
    'S',
    async (applicant, { random }) => {
      await applicant.startCheckout();
      const first = await applicant.pay('failed');
      await failRepeatedly(applicant, random.integerBetween(0, 4));
      await startCheckoutAndPay(applicant);
      await applicant.waitForStatus('S');
      await applicant.captureLate(first);
      await applicant.recheck();
    },
  ),

  'pays, is refunded by hand, and pays again': createScenario(
    'S',
    async (applicant) => {
      await applicant.startCheckout();
      const first = await applicant.pay('captured');
      await applicant.waitForStatus('S');
      await applicant.refund(first);
      await applicant.recheck();
      await applicant.waitForStatus('F');
      await startCheckoutAndPay(applicant);
    },
    2,
  ),

  'fails repeatedly and leaves': createScenario('F', async (applicant, { random }) => {
    await failRepeatedly(applicant, random.integerBetween(3, 12));
  }),
};
