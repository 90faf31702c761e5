import type { Random } from '../random.ts';

export type Outcome = 'captured' | 'failed' | 'authorized';

/** A webhook for the simulator to send. */
export interface OrderedWebhook {
  readonly event: string;
  readonly after_ms: number;
  readonly times: number;
}

const createWebhook = (event: string, after_ms: number, times = 1): OrderedWebhook => ({
  event,
  after_ms,
  times,
});
const LATE_MS = 6000;

/** The events of each outcome, in the order in which the provider sends them. */
const eventsByOutcome: Record<Outcome, readonly string[]> = {
  authorized: ['payment.authorized'],
  captured: ['payment.authorized', 'payment.captured', 'order.paid'],
  failed: ['payment.failed'],
};

/** The webhooks of a payment for each fault; undefined applies the simulator's own faults. */
const webhookFaults = {
  lost: () => [],
  doubled: (events) => events.map((event, index) => createWebhook(event, index * 20, 2)),
  reordered: (events) => events.toReversed().map((event, index) => createWebhook(event, index * 400)),
  late: (events) => events.map((event) => createWebhook(event, LATE_MS)),
  'contradicted by a failure': (events) => [
    ...events.map((event) => createWebhook(event, 0)),
    createWebhook('payment.failed', 500),
  ],
  'as the provider sends it': () => undefined,
} satisfies Record<string, (events: readonly string[]) => readonly OrderedWebhook[] | undefined>;

const callbackFaults = ['brought', 'lost', 'doubled', 'late'] as const;
type CallbackFault = (typeof callbackFaults)[number];

/** The delivery faults of one payment: always of its webhooks, its callback or both. */
export interface DeliveryFaults {
  readonly webhook: keyof typeof webhookFaults;
  readonly callback: CallbackFault;
  readonly createWebhooks: (outcome: Outcome) => readonly OrderedWebhook[] | undefined;
}

const webhookNames = Object.keys(webhookFaults) as DeliveryFaults['webhook'][];

export function pickDeliveryFaults(random: Random): DeliveryFaults {
  const webhook = random.pickOne(webhookNames);
  const isUndisturbed = webhook === 'as the provider sends it';
  const callback = random.pickOne(isUndisturbed ? callbackFaults.slice(1) : callbackFaults);
  return { webhook, callback, createWebhooks: (outcome) => webhookFaults[webhook](eventsByOutcome[outcome]) };
}
