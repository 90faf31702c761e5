import { HttpProblem, type OpenDatabase } from '@archaka/service-kit';
import { expect } from '@jest/globals';
import type { SecondPaymentPolicy } from '../../src/domain/refund.ts';
import { DecisionRejected } from '../../src/features/decide-refund.ts';
import { expectLedger, expectLegalMoves, expectMoney } from './checks.ts';
import type { DatabaseView, Snapshot } from './database-view.ts';
import type { EntryPoints, SentWebhook } from './entry-points.ts';
import { perform } from './operations.ts';
import { type Process, startProcess } from './process.ts';
import { ProviderState, performAtProvider } from './provider-state.ts';
import type { Elsewhere, Operation, Ours, Step } from './steps.ts';
import type { Tally } from './tally.ts';

/** A world's resources: a database and an address. */
export interface TestBed {
  readonly db: OpenDatabase;
  readonly database: DatabaseView;
  readonly entryPoints: EntryPoints;
  readonly tally: Tally;
}

const MAX_ROUNDS = 10;

interface GuaranteedWebhook {
  readonly payment_id: string;
  readonly event: 'payment.dispute.lost' | 'refund.created';
  readonly late: number;
}

/** One application with its payments: the provider, and our service over the real database. */
export class World {
  readonly #ground: TestBed;
  readonly #policy: SecondPaymentPolicy;
  readonly #theirs = new ProviderState();
  readonly #sent: SentWebhook[] = [];
  #process: Process;
  #before: Snapshot = { orders: [], attempts: [], events: [] };

  constructor(testBed: TestBed, policy: SecondPaymentPolicy) {
    this.#ground = testBed;
    this.#policy = policy;
    this.#process = this.#start();
  }

  apply(step: Step): Promise<void> {
    return step.do === 'ours' ? this.#ours(step) : this.#elsewhere(step);
  }

  /** Delivers every guaranteed webhook and runs all jobs until the world is quiescent. */
  async drain(): Promise<void> {
    const { database } = this.#ground;
    for (const { payment_id } of this.#theirs.disputes)
      await this.#deliver({ payment_id, event: 'payment.dispute.lost', late: 0 });
    await database.makeOrdersDue();
    await this.#settle();
    await this.#refundAfterLastPoll();
    this.#countOutcomes();
  }

  async #settle(): Promise<void> {
    const { database } = this.#ground;
    for (let rounds = 0; rounds === 0 || (await database.countWaiting()) > 0; rounds += 1) {
      expect(rounds).toBeLessThan(MAX_ROUNDS);
      await this.#time(6);
      for (const name of ['sweep', 'reconcile', 'refunding'] as const) await this.#calmly({ name });
      this.#theirs.settleRefunds();
    }
    expectMoney(this.#before, this.#theirs);
  }

  /** Only the webhook reports these refunds, and the provider's first response shows the payment before them. */
  async #refundAfterLastPoll(): Promise<void> {
    for (const { id } of this.#theirs.payments().filter(this.#theirs.isUnrefundedCapture)) {
      this.#theirs.createRefund(id, { key: null, status: 'processed' });
      await this.#deliver({ payment_id: id, event: 'refund.created', late: 1 });
    }
    await this.#settle();
  }

  #countOutcomes(): void {
    const { tally } = this.#ground;
    const { orders, attempts, events } = this.#before;
    tally.payments += this.#theirs.payments().length;
    for (const { state } of orders) tally.recordOutcome(`order ${state}`);
    for (const { refund } of attempts) if (refund) tally.recordOutcome(`${refund.reason} ${refund.status}`);
    for (const { type } of events) tally.recordOutcome(type);
  }

  #start(): Process {
    const process = startProcess({
      db: this.#ground.db,
      theirs: this.#theirs,
      secondPayment: this.#policy,
    });
    this.#ground.entryPoints.routeTo(process.app);
    return process;
  }

  async #elsewhere(step: Elsewhere): Promise<void> {
    if (step.do === 'time') await this.#time(step.days);
    else performAtProvider(this.#theirs, step, this.#orderIds);
  }

  async #time(days: 0 | 6): Promise<void> {
    const { database } = this.#ground;
    this.#theirs.ageByOneDay();
    if (days > 0) await database.advanceDays();
    await database.makeDue();
  }

  async #ours({ operation, mishap, late }: Ours): Promise<void> {
    const { database, tally } = this.#ground;
    const process = this.#process;
    if (this.#before.orders.some(({ order_id }) => order_id === null)) await database.expireLeases();
    process.answersLate(late);
    process.life.setFault(mishap);
    await this.#perform(operation);
    await process.whenIdle();
    process.life.setFault({ kind: 'none' });
    const { diedAt } = process.life;
    if (diedAt) {
      tally.recordCrash(diedAt);
      this.#process = this.#start();
    }
    tally.unanswered += process.life.unanswered;
    process.life.unanswered = 0;
    await this.#compare();
  }

  /** A process run without a fault. */
  #calmly = (operation: Operation) =>
    this.#ours({ do: 'ours', operation, mishap: { kind: 'none' }, late: 0 });

  /** A webhook that Razorpay repeats until it arrives. `late`: the age of the provider's responses, in changes. */
  async #deliver({ payment_id, event, late }: GuaranteedWebhook): Promise<void> {
    const which = this.#theirs.payments().findIndex(({ id }) => id === payment_id);
    const operation = { name: 'webhook', which, event, late: 0 } as const;
    await this.#ours({ do: 'ours', operation, mishap: { kind: 'none' }, late });
  }

  /** Callers may be rejected; results of a crashed process are ignored. */
  async #perform(operation: Operation): Promise<void> {
    const { theirs, orderIds, sent } = { theirs: this.#theirs, orderIds: this.#orderIds, sent: this.#sent };
    const context = { process: this.#process, entryPoints: this.#ground.entryPoints, theirs, orderIds, sent };
    try {
      await perform(context, operation);
    } catch (error) {
      const isExpected = error instanceof HttpProblem || error instanceof DecisionRejected;
      if (!isExpected && !this.#process.life.diedAt) throw error;
    }
  }

  async #compare(): Promise<void> {
    const after = await this.#ground.database.snapshot();
    expectLegalMoves(this.#before, after);
    expectLedger(after);
    this.#before = after;
  }

  /** The current order first. */
  get #orderIds(): string[] {
    return this.#before.orders.flatMap(({ order_id }) => order_id ?? []).toReversed();
  }
}
