import { type EventDefinition, paymentCaptured, paymentReversed } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attemptEdges } from './attempt-states.ts';
import { type Edge, findEdge } from './edges.ts';
import { leave } from './leave.ts';
import type { Ledger } from './ledger.ts';
import { type Settlement, unsettled } from './moves.ts';
import { orderEdges } from './order-states.ts';
import type { ProviderPayment } from './provider-payment.ts';
import type { SecondPayment } from './returning.ts';
import { settle } from './settle.ts';
import { ledger, NOON, payment } from './testing/examples.ts';

type Status = ProviderPayment['status'];

/** What a payment may become at Razorpay. */
const ways: Readonly<Record<Status, readonly Status[]>> = {
  created: ['authorized', 'failed'],
  failed: ['authorized'],
  authorized: ['captured', 'refunded'],
  captured: ['refunded', 'charged_back'],
  refunded: [],
  charged_back: [],
};

const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), amount: fc.constantFrom(10_000, 10_000, 10_000, 9_999) }),
  fc.record({ do: fc.constant('move' as const), which: fc.nat(5), way: fc.nat(1) }),
  fc.record({
    do: fc.constant('look' as const),
    occasion: fc.constantFrom('look' as const, 'look' as const, 'cancel' as const, 'last-look' as const),
    /** How old the picture is, in steps: an answer that was overtaken. */
    late: fc.constantFrom(0, 0, 0, 1, 3),
  }),
  fc.record({ do: fc.constant('look at one' as const), which: fc.nat(5), late: fc.constantFrom(0, 0, 2) }),
  fc.record({ do: fc.constant('leave' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The provider's books after every step, and ours. */
class World {
  readonly pictures: ProviderPayment[][] = [[]];
  ours: Ledger = ledger();
  captures = 0;
  readonly secondPayment: SecondPayment;

  constructor(secondPayment: SecondPayment) {
    this.secondPayment = secondPayment;
  }

  take(move: Step, number: number): void {
    const theirs = this.pictures.at(-1) ?? [];
    this.pictures.push(move.do === 'pay' || move.do === 'move' ? this.change(theirs, move, number) : theirs);
    const settlement = this.settlement(move, number);
    const told = (wanted: EventDefinition) =>
      settlement.announcements.filter(({ event }) => event === wanted).length;
    this.captures += told(paymentCaptured) - told(paymentReversed);
    expectLegal(this.ours, settlement.ledger);
    this.ours = settlement.ledger;
  }

  private change(theirs: ProviderPayment[], move: Step & { do: 'pay' | 'move' }, number: number) {
    if (move.do === 'pay') {
      const created_at = new Date(NOON.getTime() + number * 1000);
      return [
        ...theirs,
        payment({ id: `pay_${number}`, status: 'created', amount: move.amount, created_at }),
      ];
    }
    return theirs.map((one, place) => {
      const next = ways[one.status][move.way] ?? ways[one.status][0];
      return place === move.which && next
        ? { ...one, status: next, captured: one.captured || next === 'captured' }
        : one;
    });
  }

  private settlement(move: Step, number: number): Settlement {
    if (move.do === 'leave') return leave(this.ours, { id: `attempt_${number}`, at: NOON });
    if (move.do !== 'look' && move.do !== 'look at one') return unsettled(this.ours);
    const seen = this.pictures.at(-1 - move.late) ?? [];
    const payments = move.do === 'look' ? seen : seen.slice(move.which, move.which + 1);
    const occasion = move.do === 'look' ? move.occasion : 'look';
    return settle(this.ours, {
      payments,
      whole: move.do === 'look',
      occasion,
      at: NOON,
      secondPayment: this.secondPayment,
    });
  }
}

/** Whether one state leads to another by any number of edges; one settlement may take several. */
function leads(edges: readonly Edge<string>[], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const state of seen) {
    for (const next of new Set(edges.map(([, end]) => end))) {
      if (findEdge(edges, { from: state, to: next })) seen.add(next);
    }
  }
  return seen.has(to);
}

function expectLegal(before: Ledger, after: Ledger): void {
  expect(leads(orderEdges, before.order.state, after.order.state)).toBe(true);
  for (const { id, state } of before.attempts) {
    const later = after.attempts.find((attempt) => attempt.id === id);
    expect(leads(attemptEdges, state, later?.state ?? 'lost')).toBe(true);
  }
  expect(after.attempts.filter(({ payment_id }) => payment_id === null).length).toBeLessThanOrEqual(1);
}

const policy = fc.constantFrom('refund' as const, 'hold' as const);

test('whatever comes in whatever order: legal moves only, one capture, and in the end our books are the provider’s', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), policy, (steps, secondPayment) => {
      const world = new World(secondPayment);
      for (const [number, move] of steps.entries()) world.take(move, number);
      world.take({ do: 'look', occasion: 'look', late: 0 }, steps.length);

      const paid = world.ours.order.state === 'captured';
      expect(world.captures).toBe(paid ? 1 : 0);
      const matching = world.pictures.at(-1)?.filter(({ amount }) => amount === 10_000) ?? [];
      const stillTaken = matching.filter(({ status }) => status === 'captured');
      if (stillTaken.length > 0) expect(paid).toBe(true);

      const kept = world.ours.attempts.filter(({ state, refund }) => state === 'taken' && !refund);
      expect(kept.length).toBeLessThanOrEqual(1);
      for (const { id } of stillTaken) {
        const { state } = world.ours.attempts.find(({ payment_id }) => payment_id === id) ?? {};
        expect(['taken', 'returning']).toContain(state);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a settlement done twice is a settlement done once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), policy, (steps, secondPayment) => {
      const world = new World(secondPayment);
      for (const [number, move] of steps.entries()) world.take(move, number);
      const sighting = {
        payments: world.pictures.at(-1) ?? [],
        whole: true,
        occasion: 'look',
        at: NOON,
        secondPayment,
      } as const;
      const once = settle(world.ours, sighting);
      const twice = settle(once.ledger, sighting);
      expect(twice.ledger).toEqual(once.ledger);
      expect(twice.announcements).toEqual([]);
    }),
  );
});
