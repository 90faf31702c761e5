import type { Ledger, ProviderPayment } from '../../svc-payment/src/domain/ledger.ts';
import type { SecondPaymentPolicy } from '../../svc-payment/src/domain/refund.ts';
import type { Intern } from './intern.ts';
import { APPLICATION_ID, type ApplicationPayments, type ClaimState, type Message } from './real-code.ts';

const START = Date.parse('2024-06-01T12:00:00Z');

/** Times of a model count steps; only their order matters. */
export const toTime = (step: number): Date => new Date(START + step * 1000);

/** A response of Razorpay about an order. */
export interface Snapshot {
  readonly order: number;
  readonly payments: readonly ProviderPayment[];
  readonly isComplete: boolean;
  readonly trigger: 'poll' | 'cancel' | 'final-poll';
  readonly at: Date;
}

/** One application with its orders in all services, at Razorpay, and its messages in flight. */
export interface World {
  readonly secondPayment: SecondPaymentPolicy;
  /** Razorpay's payments, in order of their start. */
  readonly payments: readonly ProviderPayment[];
  /** Reversals outside the portal. */
  readonly reversals: number;
  /** By round. */
  readonly ledgers: readonly Ledger[];
  readonly application: ApplicationPayments;
  readonly claim: ClaimState;
  readonly toApplication: readonly Message[];
  readonly toPayment: readonly Message[];
  /** Every payment event that svc-ticket consumes. */
  readonly toTicket: readonly Message[];
  readonly redeliveries: number;
}

export const createLedger = (round: number): Ledger => ({
  order: {
    application_id: APPLICATION_ID,
    purpose: 'application',
    order_id: `order_${round}`,
    state: 'wanted',
    amount: 10_000,
    currency: 'INR',
    payment_id: null,
  },
  attempts: [],
});

/** Start states: submitted, with a row for its order, for each policy of second payments. */
export const createStarts = (): World[] =>
  (['refund', 'hold'] as const).map((secondPayment) => ({
    secondPayment,
    payments: [],
    reversals: 0,
    ledgers: [createLedger(1)],
    application: {
      state: 'submitted',
      stateAt: toTime(0),
      orderId: null,
      orders: [],
      transactionId: null,
      payments: [],
      lostPayments: [],
    },
    claim: 'held',
    toApplication: [],
    toPayment: [],
    toTicket: [],
    redeliveries: 0,
  }));

const toTicks = (at: Date): number => (at.getTime() - START) / 1000;

const toMessageTime = ({ data: { at } }: Message): number[] =>
  typeof at === 'string' ? [toTicks(new Date(at))] : [];

const listTicks = ({ application, toApplication }: World): number[] => [
  toTicks(application.stateAt),
  ...application.payments.map(({ at }) => toTicks(at)),
  ...toApplication.flatMap(toMessageTime),
];

/** A time after all others. */
export const toNextTime = (world: World): Date => toTime(Math.max(...listTicks(world)) + 1);

/** The world with times replaced by their rank. */
function rankTimes(world: World): World {
  const ticks = [...new Set(listTicks(world))].sort((one, other) => one - other);
  if (ticks.every((tick, index) => tick === index)) return world;
  const rank = (at: Date) => toTime(ticks.indexOf(toTicks(at)));
  const { application, toApplication } = world;
  return {
    ...world,
    application: {
      ...application,
      stateAt: rank(application.stateAt),
      payments: application.payments.map((payment) => ({ ...payment, at: rank(payment.at) })),
    },
    toApplication: toApplication.map(({ type, data }) => ({
      type,
      data: typeof data.at === 'string' ? { ...data, at: rank(new Date(data.at)).toISOString() } : data,
    })),
  };
}

/** Normalises fields that no rule compares: times of attempts, and the number of checkouts above one. */
export const toPlainLedger = (ledger: Ledger): Ledger => ({
  ...ledger,
  attempts: ledger.attempts.map((attempt) => ({
    ...attempt,
    opened_at: toTime(0),
    last_checked: null,
    returning_by: attempt.returning_by && toTime(0),
    checkout_visits: Math.min(1, attempt.checkout_visits),
  })),
});

/** Returns equal worlds with the same interned parts. */
export const createCanonicalizer =
  (intern: Intern) =>
  (world: World): World => {
    const ranked = rankTimes(world);
    const unordered = { sorted: true };
    return {
      ...ranked,
      payments: intern.list(ranked.payments),
      ledgers: intern.list(ranked.ledgers),
      application: intern(ranked.application),
      toApplication: intern.list(ranked.toApplication, unordered),
      toPayment: intern.list(ranked.toPayment, unordered),
      toTicket: intern.list(ranked.toTicket, unordered),
    };
  };
