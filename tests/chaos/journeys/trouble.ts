import type { Chance } from '../chance.ts';

export type Outcome = 'captured' | 'failed' | 'authorized';

/** A webhook as the simulator is told to send it. */
export interface OrderedWebhook {
  readonly event: string;
  readonly after_ms: number;
  readonly times: number;
}

const send = (event: string, after_ms: number, times = 1): OrderedWebhook => ({ event, after_ms, times });
const LATE_MS = 6000;

/** The events of each outcome, in the order in which the provider sends them. */
const eventsOf: Record<Outcome, readonly string[]> = {
  authorized: ['payment.authorized'],
  captured: ['payment.authorized', 'payment.captured', 'order.paid'],
  failed: ['payment.failed'],
};

/** What may happen to a payment's webhooks; undefined: what the simulator's own faults do. */
const webhookTroubles = {
  lost: () => [],
  doubled: (events) => events.map((event, place) => send(event, place * 20, 2)),
  reordered: (events) => events.toReversed().map((event, place) => send(event, place * 400)),
  late: (events) => events.map((event) => send(event, LATE_MS)),
  'belied by a failure': (events) => [...events.map((event) => send(event, 0)), send('payment.failed', 500)],
  'as the faults have it': () => undefined,
} satisfies Record<string, (events: readonly string[]) => readonly OrderedWebhook[] | undefined>;

const callbackTroubles = ['brought', 'lost', 'doubled', 'late'] as const;
type CallbackTrouble = (typeof callbackTroubles)[number];

/** What goes wrong with the news of one payment. At least one thing always does. */
export interface Trouble {
  readonly webhook: keyof typeof webhookTroubles;
  readonly callback: CallbackTrouble;
  readonly webhooksOf: (outcome: Outcome) => readonly OrderedWebhook[] | undefined;
}

const webhookNames = Object.keys(webhookTroubles) as Trouble['webhook'][];

export function troubleBy(chance: Chance): Trouble {
  const webhook = chance.oneOf(webhookNames);
  const whole = webhook === 'as the faults have it';
  const callback = chance.oneOf(whole ? callbackTroubles.slice(1) : callbackTroubles);
  return { webhook, callback, webhooksOf: (outcome) => webhookTroubles[webhook](eventsOf[outcome]) };
}
