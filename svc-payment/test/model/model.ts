import type { ProviderPayment } from '../../src/domain/provider-payment.ts';
import type { SecondPaymentPolicy } from '../../src/domain/refund.ts';
import type { AttemptState, OrderState } from '../../src/domain/states.ts';
import type { Shown } from './fake-provider.ts';
import { FEE } from './test-config.ts';

/** The most advanced state in which a payment was seen; no later snapshot reverts it. */
const FURTHEST = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4, charged_back: 4 } as const;
const [FAILED, CAPTURED, REFUNDED] = [FURTHEST.failed, FURTHEST.captured, FURTHEST.refunded];
const STATES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const satisfies AttemptState[];

/** Our progress with a refund. */
type RefundProgress = 'deciding' | 'kept' | 'sent' | 'refused' | 'done';

export class ExpectedAttempt {
  payment: string | null = null;
  /** Rank of the payment's most advanced state (`FURTHEST`); -1 before there is a payment. */
  furthest = -1;
  /** State before there is a payment: cancelled by the applicant, or abandoned. */
  ended = false;
  setAside = false;
  giving: RefundProgress | null = null;

  get state(): AttemptState {
    const unpaid = this.ended ? 'failed' : 'created';
    if (this.payment === null || this.setAside) return unpaid;
    if (this.furthest === CAPTURED && (this.giving === 'sent' || this.giving === 'refused'))
      return 'refunding';
    return STATES[this.furthest] ?? 'created';
  }
  get isAlive(): boolean {
    return this.state === 'created' || this.state === 'authorized';
  }
}

const UNPAID: readonly OrderState[] = ['created', 'attempted', 'failed', 'cancelled'];

/** The expected ledger of one order, derived from each snapshot of the provider. */
export class ExpectedOrder {
  state: OrderState = 'created';
  paidBy: string | null = null;
  readonly attempts: ExpectedAttempt[] = [];
  readonly events: string[] = ['payment.order-created.v1'];
  readonly #policy: SecondPaymentPolicy;

  constructor(policy: SecondPaymentPolicy) {
    this.#policy = policy;
  }

  get holdsMoney(): boolean {
    return this.attempts.some(({ state }) => state === 'authorized');
  }

  leave(): void {
    const waiting = this.#waiting ?? this.#add();
    waiting.ended = false;
    this.#tryAgain();
  }

  replace(): void {
    if (this.state === 'reversed') this.state = 'replaced';
  }

  /** Applies a snapshot, the oldest payment first. */
  look({ payments, whole }: Shown, trigger: 'look' | 'cancel' | 'last-look'): void {
    const oldestFirst = payments.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const failures = oldestFirst.filter((payment) => this.#enter(payment) === FAILED);
    const [failure] = failures;
    if (failure && !this.attempts.some(({ isAlive }) => isAlive)) this.#end('failed', failure.id);
    if (whole && trigger !== 'look') this.#giveUp(trigger === 'cancel');
  }

  /** Records a refund's outcome as the provider returned it. */
  refund(payment: string, giving: RefundProgress): void {
    const attempt = this.of(payment);
    if (!attempt || attempt.furthest === REFUNDED) return;
    attempt.giving = giving;
    if (giving === 'done') attempt.furthest = REFUNDED;
  }

  of = (payment: string): ExpectedAttempt | undefined =>
    this.attempts.find((attempt) => attempt.payment === payment);

  get #isPayable(): boolean {
    return UNPAID.includes(this.state) || this.state === 'reversed';
  }

  get #waiting(): ExpectedAttempt | undefined {
    return this.attempts.find(({ payment }) => payment === null);
  }

  #add(): ExpectedAttempt {
    const attempt = new ExpectedAttempt();
    this.attempts.push(attempt);
    return attempt;
  }

  /** Returns the payment's new state when it advanced. */
  #enter({ id, amount, status, captured }: ProviderPayment): number | undefined {
    const attempt = this.of(id) ?? this.#waiting ?? this.#add();
    attempt.payment = id;
    if (amount !== FEE) {
      attempt.setAside = true;
      return undefined;
    }
    const before = attempt.furthest;
    const isOurs = status === 'refunded' && attempt.giving === 'sent'; // our own refund publishes its event itself
    attempt.furthest = Math.max(before, isOurs ? before : FURTHEST[status]);
    if (attempt.furthest === CAPTURED && before < CAPTURED) this.#take(attempt, id);
    // Its money was captured and refunded between two snapshots.
    if (captured && attempt.furthest === REFUNDED && before < CAPTURED && this.#isPayable) this.#pay(id);
    if (attempt.furthest === REFUNDED && before < REFUNDED) this.#lose(attempt, id, status);
    if (attempt.isAlive) this.#tryAgain();
    return attempt.furthest > before ? attempt.furthest : undefined;
  }

  #take(attempt: ExpectedAttempt, id: string): void {
    if (this.#isPayable) this.#pay(id);
    else attempt.giving = this.#policy === 'refund' ? 'sent' : 'deciding';
  }

  #pay(id: string): void {
    this.state = 'captured';
    this.paidBy = id;
    this.events.push(`payment.captured.v1 ${id}`);
  }

  #lose(attempt: ExpectedAttempt, id: string, status: ProviderPayment['status']): void {
    if (attempt.giving) attempt.giving = 'done';
    if (this.paidBy !== id) return;
    this.state = 'reversed';
    this.paidBy = null;
    this.events.push(`payment.reversed.v1 ${id} ${status === 'charged_back' ? 'chargeback' : 'refund'}`);
    const spare = this.attempts.find(({ giving }) => giving === 'deciding' || giving === 'kept');
    if (!spare?.payment) return;
    spare.giving = null;
    this.#pay(spare.payment);
  }

  #tryAgain(): void {
    if (UNPAID.includes(this.state)) this.state = 'attempted';
  }

  #end(state: 'failed' | 'cancelled', id: string | null): void {
    if (!UNPAID.includes(this.state) || this.state === 'failed') return;
    if (state === 'cancelled' && this.state === 'cancelled') return;
    this.state = state;
    this.events.push([`payment.${state}.v1`, ...(id ? [id] : [])].join(' '));
  }

  /**
   * A cancel has no effect while another payment may succeed, or when every attempt already has a payment.
   */
  #giveUp(isCancel: boolean): void {
    const waiting = this.#waiting;
    if (isCancel && this.attempts.some((attempt) => attempt !== waiting && attempt.isAlive)) return;
    if (isCancel && !waiting && this.attempts.length > 0) return;
    if (waiting) waiting.ended = true;
    this.#end('cancelled', null);
  }
}

/** The orders of an application by the provider's ids, the oldest first. */
export class Model extends Map<string, ExpectedOrder> {}
