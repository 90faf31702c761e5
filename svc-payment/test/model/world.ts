import { type OpenDatabase, Refusal } from '@archaka/service-kit';
import { expect } from '@jest/globals';
import type { SecondPayment } from '../../src/domain/returning.ts';
import { NothingToDecide } from '../../src/features/decide-refund/decide-refund.ts';
import { happenAtProvider } from './at-provider.ts';
import { expectBooks, expectLegalMoves } from './checks.ts';
import type { Doors, SentWebhook } from './doors.ts';
import { learn } from './learn.ts';
import { Model } from './model.ts';
import { expectMoney } from './money.ts';
import { perform } from './operations.ts';
import type { OurBooks, Snapshot } from './our-books.ts';
import { type Process, startProcess } from './process.ts';
import { ProviderBooks } from './provider-books.ts';
import type { Elsewhere, Operation, Ours, Step } from './steps.ts';
import type { Tally } from './tally.ts';

/** What a world stands on: a database and an address of its own. */
export interface Ground {
  readonly db: OpenDatabase;
  readonly books: OurBooks;
  readonly doors: Doors;
  readonly tally: Tally;
}

const ENOUGH_ROUNDS = 10;

/** One application with its payments: the provider, our service over the real store, and the model beside. */
export class World {
  readonly #ground: Ground;
  readonly #policy: SecondPayment;
  readonly #theirs = new ProviderBooks();
  readonly #model = new Model();
  readonly #sent: SentWebhook[] = [];
  /** Orders whose time for late authorisations is over. */
  readonly #old = new Set<string>();
  #process: Process;
  #now: Operation['name'] = 'ensure';
  #before: Snapshot = { orders: [], attempts: [], told: [] };

  constructor(ground: Ground, policy: SecondPayment) {
    this.#ground = ground;
    this.#policy = policy;
    this.#process = this.#start();
  }

  take(step: Step): Promise<void> {
    return step.do === 'ours' ? this.#ours(step) : this.#elsewhere(step);
  }

  /** All that is sent for sure has come, and everybody has worked until nothing is left to do. */
  async comeToRest(): Promise<void> {
    const { books } = this.#ground;
    for (const { payment_id } of this.#theirs.disputes) await this.#tellOfDispute(payment_id);
    for (let rounds = 0; rounds === 0 || (await books.waiting()) > 0; rounds += 1) {
      expect(rounds).toBeLessThan(ENOUGH_ROUNDS);
      await this.#time(6);
      if (rounds === 0) await books.everyOrderIsDue();
      for (const name of ['sweep', 'reconcile', 'returning'] as const) await this.#calmly({ name });
      this.#theirs.settleRefunds();
    }
    expectMoney(this.#before, this.#theirs);
    this.#countOutcomes();
  }

  #countOutcomes(): void {
    const { tally } = this.#ground;
    const { orders, attempts, told } = this.#before;
    for (const { state } of orders) tally.cameTo(`order ${state}`);
    for (const { refund } of attempts) if (refund) tally.cameTo(`${refund.reason} ${refund.status}`);
    for (const { type } of told) tally.cameTo(type);
  }

  #start(): Process {
    const process = startProcess({
      db: this.#ground.db,
      theirs: this.#theirs,
      secondPayment: this.#policy,
      onCommit: (commit) => {
        const lastLooks = this.#now === 'reconcile' ? this.#old : new Set<string>();
        const { shown } = process;
        learn({ model: this.#model, theirs: this.#theirs, policy: this.#policy, shown, lastLooks }, commit);
        if (commit.keys.some((key) => key.startsWith('checkout:'))) this.#old.delete(commit.orderId ?? '');
      },
    });
    this.#ground.doors.leadTo(process.app);
    return process;
  }

  async #elsewhere(step: Elsewhere): Promise<void> {
    if (step.do === 'time') await this.#time(step.days);
    else happenAtProvider(this.#theirs, step, this.#orderIds);
  }

  async #time(days: 0 | 6): Promise<void> {
    const { books } = this.#ground;
    this.#theirs.growOlder();
    if (days > 0) {
      await books.daysPass();
      for (const orderId of this.#model.keys()) this.#old.add(orderId);
    }
    await books.timePasses();
  }

  async #ours({ operation, mishap, late }: Ours): Promise<void> {
    const { books, tally } = this.#ground;
    const process = this.#process;
    if (this.#before.orders.some(({ order_id }) => order_id === null)) await books.leasesEnd();
    this.#now = operation.name;
    process.shown.clear();
    process.answersLate(late);
    process.life.meets(mishap);
    const isFirst = this.#model.size === 0;
    const failure = await this.#outcome(operation);
    if (operation.name === 'leave' && !isFirst && mishap.kind === 'none') this.#expectLeaving(failure);
    await process.quiet();
    process.life.meets({ kind: 'none' });
    const { diedAt } = process.life;
    if (diedAt) {
      tally.died(diedAt);
      this.#process = this.#start();
    }
    tally.unanswered += process.life.unanswered;
    process.life.unanswered = 0;
    await this.#compare();
  }

  /** Nothing goes wrong in it. */
  #calmly = (operation: Operation) =>
    this.#ours({ do: 'ours', operation, mishap: { kind: 'none' }, late: 0 });

  async #tellOfDispute(paymentId: string): Promise<void> {
    const which = this.#theirs.payments().findIndex(({ id }) => id === paymentId);
    await this.#calmly({ name: 'webhook', which, event: 'payment.dispute.lost', late: 0 });
  }

  /** Gives what the caller was refused with; whatever happens to a process that dies is no news. */
  async #outcome(operation: Operation): Promise<unknown> {
    const { theirs, orderIds, sent } = { theirs: this.#theirs, orderIds: this.#orderIds, sent: this.#sent };
    const scene = { process: this.#process, doors: this.#ground.doors, theirs, orderIds, sent };
    try {
      await perform(scene, operation);
    } catch (error) {
      const isForeseen = error instanceof Refusal || error instanceof NothingToDecide;
      if (!isForeseen && !this.#process.life.diedAt) throw error;
      return error;
    }
  }

  /** Nobody is sent to pay what is known as paid or held; everybody else is. Evidence kept before may tell more later. */
  #expectLeaving(failure: unknown): void {
    const present = [...this.#model.values()].at(-1);
    const mayNot = present?.state === 'captured' || present?.holdsMoney === true;
    expect(failure instanceof Refusal ? failure.status : failure).toBe(mayNot ? 409 : undefined);
  }

  async #compare(): Promise<void> {
    const after = await this.#ground.books.snapshot();
    expectLegalMoves(this.#before, after);
    expectBooks(after, this.#model);
    this.#before = after;
  }

  /** The present one first. */
  get #orderIds(): string[] {
    return [...this.#model.keys()].toReversed();
  }
}
