import { type EventDefinition, paymentCaptured, paymentReversed } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applySnapshot } from './apply-snapshot.ts';
import type { Ledger } from './ledger.ts';
import type { ProviderPayment } from './provider-payment.ts';
import type { SecondPaymentPolicy } from './refund.ts';
import { attemptTransitions, findTransition, orderTransitions, type Transition } from './states.ts';
import { buildLedger, buildPayment, NOON } from './testing/builders.ts';
import { type LedgerChange, noChange, recordCheckoutStart } from './transitions.ts';

type Status = ProviderPayment['status'];

/** The states that a payment may reach at Razorpay. */
const NEXT_STATUSES: Readonly<Record<Status, readonly Status[]>> = {
  created: ['authorized', 'failed'],
  failed: ['authorized'],
  authorized: ['captured', 'refunded'],
  captured: ['refunded', 'charged_back'],
  refunded: [],
  charged_back: [],
};

const stepArbitrary = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), amount: fc.constantFrom(10_000, 10_000, 10_000, 9_999) }),
  fc.record({ do: fc.constant('move' as const), which: fc.nat(5), way: fc.nat(1) }),
  fc.record({
    do: fc.constant('look' as const),
    occasion: fc.constantFrom('look' as const, 'look' as const, 'cancel' as const, 'last-look' as const),
    /** The snapshot's age in steps: a response that was overtaken. */
    late: fc.constantFrom(0, 0, 0, 1, 3),
  }),
  fc.record({ do: fc.constant('look at one' as const), which: fc.nat(5), late: fc.constantFrom(0, 0, 2) }),
  fc.record({ do: fc.constant('leave' as const) }),
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** The provider's books and our ledger after every step. */
class World {
  readonly snapshots: ProviderPayment[][] = [[]];
  ledger: Ledger = buildLedger();
  captures = 0;
  readonly secondPayment: SecondPaymentPolicy;

  constructor(secondPayment: SecondPaymentPolicy) {
    this.secondPayment = secondPayment;
  }

  apply(move: Step, number: number): void {
    const providerPayments = this.snapshots.at(-1) ?? [];
    this.snapshots.push(
      move.do === 'pay' || move.do === 'move'
        ? this.change(providerPayments, move, number)
        : providerPayments,
    );
    const change = this.computeChange(move, number);
    const countEvents = (definition: EventDefinition) =>
      change.events.filter(({ event }) => event === definition).length;
    this.captures += countEvents(paymentCaptured) - countEvents(paymentReversed);
    expectLegalTransitions(this.ledger, change.ledger);
    this.ledger = change.ledger;
  }

  private change(providerPayments: ProviderPayment[], move: Step & { do: 'pay' | 'move' }, number: number) {
    if (move.do === 'pay') {
      const created_at = new Date(NOON.getTime() + number * 1000);
      return [
        ...providerPayments,
        buildPayment({ id: `pay_${number}`, status: 'created', amount: move.amount, created_at }),
      ];
    }
    return providerPayments.map((one, place) => {
      const next = NEXT_STATUSES[one.status][move.way] ?? NEXT_STATUSES[one.status][0];
      return place === move.which && next
        ? { ...one, status: next, captured: one.captured || next === 'captured' }
        : one;
    });
  }

  private computeChange(move: Step, number: number): LedgerChange {
    if (move.do === 'leave') return recordCheckoutStart(this.ledger, { id: `attempt_${number}`, at: NOON });
    if (move.do !== 'look' && move.do !== 'look at one') return noChange(this.ledger);
    const snapshot = this.snapshots.at(-1 - move.late) ?? [];
    const payments = move.do === 'look' ? snapshot : snapshot.slice(move.which, move.which + 1);
    const trigger = move.do === 'look' ? move.occasion : 'look';
    return applySnapshot(this.ledger, {
      payments,
      isComplete: move.do === 'look',
      trigger,
      at: NOON,
      secondPayment: this.secondPayment,
    });
  }
}

/** Whether one state leads to another by any number of edges; one settlement may take several. */
function isReachable(transitions: readonly Transition<string>[], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const state of seen) {
    for (const next of new Set(transitions.map(([, end]) => end))) {
      if (findTransition(transitions, { from: state, to: next })) seen.add(next);
    }
  }
  return seen.has(to);
}

function expectLegalTransitions(before: Ledger, after: Ledger): void {
  expect(isReachable(orderTransitions, before.order.state, after.order.state)).toBe(true);
  for (const { id, state } of before.attempts) {
    const later = after.attempts.find((attempt) => attempt.id === id);
    expect(isReachable(attemptTransitions, state, later?.state ?? 'lost')).toBe(true);
  }
  expect(after.attempts.filter(({ payment_id }) => payment_id === null).length).toBeLessThanOrEqual(1);
}

const policy = fc.constantFrom('refund' as const, 'hold' as const);

test('makes legal transitions only and one capture in any order, and ends with the provider’s state', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 40 }), policy, (steps, secondPayment) => {
      const world = new World(secondPayment);
      for (const [number, move] of steps.entries()) world.apply(move, number);
      world.apply({ do: 'look', occasion: 'look', late: 0 }, steps.length);

      const paid = world.ledger.order.state === 'captured';
      expect(world.captures).toBe(paid ? 1 : 0);
      const matching = world.snapshots.at(-1)?.filter(({ amount }) => amount === 10_000) ?? [];
      const stillCaptured = matching.filter(({ status }) => status === 'captured');
      if (stillCaptured.length > 0) expect(paid).toBe(true);

      const unrefunded = world.ledger.attempts.filter(({ state, refund }) => state === 'captured' && !refund);
      expect(unrefunded.length).toBeLessThanOrEqual(1);
      for (const { id } of stillCaptured) {
        const { state } = world.ledger.attempts.find(({ payment_id }) => payment_id === id) ?? {};
        expect(['captured', 'refunding']).toContain(state);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('is idempotent when it settles twice', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 25 }), policy, (steps, secondPayment) => {
      const world = new World(secondPayment);
      for (const [number, move] of steps.entries()) world.apply(move, number);
      const snapshot = {
        payments: world.snapshots.at(-1) ?? [],
        isComplete: true,
        trigger: 'look',
        at: NOON,
        secondPayment,
      } as const;
      const once = applySnapshot(world.ledger, snapshot);
      const twice = applySnapshot(once.ledger, snapshot);
      expect(twice.ledger).toEqual(once.ledger);
      expect(twice.events).toEqual([]);
    }),
  );
});
