import type { Fault } from './fault.ts';

const DURATION_MS = { min: 2000, max: 5000 };

async function setFaults(simulator: string, faults: object): Promise<void> {
  const response = await fetch(`${simulator}/sim/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(`the simulator rejected the request: ${await response.text()}`);
}

/** A fault of the simulator: it affects 70 % of the requests or webhooks; `delay_ms` applies to late ones. */
const createProviderFault = (
  name: string,
  field: 'webhooks' | 'orders_api' | 'payments_api' | 'refunds_api',
  value: string,
): Fault => ({
  name,
  durationMs: DURATION_MS,
  async inject({ portal }) {
    await setFaults(portal.simulator, { [field]: value, rate: 0.7, delay_ms: 5000 });
    return async () => {
      await setFaults(portal.simulator, { [field]: 'ok', rate: 1 });
      return true;
    };
  },
});

export const providerFaults: readonly Fault[] = [
  ...['lose', 'duplicate', 'reorder', 'delay'].map((value) =>
    createProviderFault(`webhooks: ${value}`, 'webhooks', value),
  ),
  ...['down', 'slow'].map((value) =>
    createProviderFault(`orders at Razorpay: ${value}`, 'orders_api', value),
  ),
  ...['down', 'slow'].map((value) =>
    createProviderFault(`payments at Razorpay: ${value}`, 'payments_api', value),
  ),
  createProviderFault('refunds at Razorpay: their response is lost', 'refunds_api', 'lose'),
];
