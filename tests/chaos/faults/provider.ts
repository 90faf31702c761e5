import type { Fault } from './fault.ts';

const LASTS_MS = { least: 2000, most: 5000 };

async function say(simulator: string, faults: object): Promise<void> {
  const response = await fetch(`${simulator}/sim/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(`the simulator refuses: ${await response.text()}`);
}

/** One of the simulator's own faults; it strikes most of what it concerns, and its answers or news are late by this. */
const fault = (
  name: string,
  what: 'webhooks' | 'orders_api' | 'payments_api' | 'refunds_api',
  how: string,
): Fault => ({
  name,
  lastsMs: LASTS_MS,
  async strike({ portal }) {
    await say(portal.simulator, { [what]: how, rate: 0.7, delay_ms: 5000 });
    return async () => {
      await say(portal.simulator, { [what]: 'ok', rate: 1 });
      return true;
    };
  },
});

export const providerFaults: readonly Fault[] = [
  ...['lose', 'duplicate', 'reorder', 'delay'].map((how) => fault(`webhooks: ${how}`, 'webhooks', how)),
  ...['down', 'slow'].map((how) => fault(`orders at Razorpay: ${how}`, 'orders_api', how)),
  ...['down', 'slow'].map((how) => fault(`payments at Razorpay: ${how}`, 'payments_api', how)),
  fault('refunds at Razorpay: their answer is lost', 'refunds_api', 'lose'),
];
