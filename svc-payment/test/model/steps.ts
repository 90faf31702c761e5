import fc from 'fast-check';
import { type Fault, fault } from './faults.ts';
import { FEE } from './test-config.ts';

/** The names of Razorpay's events that a webhook may carry. */
const webhookEvents = [
  'payment.authorized',
  'payment.captured',
  'order.paid',
  'payment.failed',
  'refund.created',
  'refund.processed',
  'payment.dispute.lost',
] as const;

const which = fc.nat(5);
const constant = <Name extends string>(name: Name) => fc.constant(name);

/** An event at the provider, or time; none of our code runs. */
const elsewhere = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: constant('pay'),
      order: fc.constantFrom(0, 0, 0, 1, 2),
      /** How many states it advances at once. */
      status: fc.constantFrom('created' as const, 'authorized' as const, 'captured' as const),
      amount: fc.constantFrom(FEE, FEE, FEE, FEE, FEE, FEE - 1, FEE + 1),
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: constant('move'), which, way: fc.constantFrom(0, 0, 0, 1) }) },
  { weight: 1, arbitrary: fc.record({ do: constant('refund by hand'), which }) },
  { weight: 1, arbitrary: fc.record({ do: constant('lose dispute'), which }) },
  { weight: 1, arbitrary: fc.record({ do: constant('settle refunds') }) },
  { weight: 2, arbitrary: fc.record({ do: constant('time'), days: fc.constantFrom(0, 0, 0, 6) }) },
);

/** Requests to our routes, and our jobs. */
const operation = fc.oneof(
  { weight: 2, arbitrary: fc.record({ name: constant('ensure') }) },
  { weight: 4, arbitrary: fc.record({ name: constant('leave') }) },
  { weight: 4, arbitrary: fc.record({ name: constant('callback of a payment'), which }) },
  { weight: 1, arbitrary: fc.record({ name: constant('callback of a failure'), which }) },
  { weight: 2, arbitrary: fc.record({ name: constant('cancel'), order: fc.constantFrom(0, 0, 1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      name: constant('webhook'),
      which,
      event: fc.constantFrom(...webhookEvents),
      /** The snapshot's age, in changes at the provider. */
      late: fc.constantFrom(0, 0, 1, 4),
    }),
  },
  { weight: 2, arbitrary: fc.record({ name: constant('webhook again'), which, otherId: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ name: constant('reconcile') }) },
  { weight: 2, arbitrary: fc.record({ name: constant('recheck'), order: fc.constantFrom(0, 0, 1) }) },
  { weight: 2, arbitrary: fc.record({ name: constant('sweep') }) },
  { weight: 2, arbitrary: fc.record({ name: constant('refunding') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      name: constant('decide'),
      outcome: fc.constantFrom('approve' as const, 'refuse' as const),
      which,
    }),
  },
);
export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
export type Elsewhere = typeof elsewhere extends fc.Arbitrary<infer Value> ? Value : never;

/** An operation of our service, with its fault and the age of the provider's responses. */
export interface Ours {
  readonly do: 'ours';
  readonly operation: Operation;
  readonly mishap: Fault;
  readonly late: number;
}
export type Step = Elsewhere | Ours;

const ours: fc.Arbitrary<Ours> = fc.record({
  do: constant('ours'),
  operation,
  mishap: fault,
  late: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 3),
});

/** Equally often long and short. */
export const scenario: fc.Arbitrary<Step[]> = fc.noBias(
  fc.array(fc.oneof({ arbitrary: elsewhere, weight: 2 }, { arbitrary: ours, weight: 3 }), {
    minLength: 1,
    maxLength: 100,
    size: 'max',
  }),
);

export const policy = fc.constantFrom('refund' as const, 'hold' as const);
