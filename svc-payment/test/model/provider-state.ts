import { CURRENCY, type ProviderPayment } from '../../src/domain/ledger.ts';
import type { ProviderDispute, ProviderOrder, ProviderRefund } from '../../src/razorpay/provider.ts';
import type { Elsewhere } from './steps.ts';

/** A payment's own states at Razorpay: https://razorpay.com/docs/payments/payments/#payment-life-cycle */
type Status = Exclude<ProviderPayment['status'], 'charged_back'>;

const nextStatuses: Readonly<Record<Status, readonly Status[]>> = {
  created: ['authorized', 'failed'],
  failed: ['authorized'],
  authorized: ['captured', 'refunded'],
  captured: [], // only a manual refund leads out
  refunded: [],
};

export interface FakePayment extends ProviderPayment {
  readonly status: Status;
  readonly order_id: string;
}
export interface FakeRefund extends ProviderRefund {
  /** Null for a manual refund. */
  readonly key: string | null;
}

const DAY_MS = 86_400_000;

/** The provider's state, and its payments after each change. */
export class ProviderState {
  readonly orders: (ProviderOrder & { receipt: string })[] = [];
  readonly refunds: FakeRefund[] = [];
  readonly disputes: ProviderDispute[] = [];
  #pictures: FakePayment[][] = [[]];

  /** The payments, oldest first, as they were some changes ago. */
  payments(late = 0): readonly FakePayment[] {
    return this.#pictures.at(-1 - late) ?? [];
  }

  find(id: string): FakePayment | undefined {
    return this.payments().find((payment) => payment.id === id);
  }

  addPayment({ order_id, amount, status }: Pick<FakePayment, 'order_id' | 'amount' | 'status'>): void {
    const id = `pay_${String(this.payments().length + 1).padStart(4, '0')}`;
    const fresh = { id, order_id, amount, currency: CURRENCY, status, captured: status === 'captured' };
    const blank = { method: 'card', bank_reference: null, error: null, created_at: new Date() };
    this.#pictures.push([...this.payments(), { ...fresh, ...blank }]);
  }

  setStatus(id: string, status: Status): void {
    this.#change((payment) =>
      payment.id === id
        ? { ...payment, status, captured: payment.captured || status === 'captured' }
        : payment,
    );
  }

  /** Refunds a payment in full; it has no refund yet. */
  createRefund(payment_id: string, { key, status }: Pick<FakeRefund, 'key' | 'status'>): FakeRefund {
    const refund = { id: `rfnd_${this.refunds.length + 1}`, payment_id, key, status };
    this.refunds.push(refund);
    this.setStatus(payment_id, 'refunded');
    return refund;
  }

  settleRefunds(): void {
    for (const [place, refund] of this.refunds.entries()) {
      this.refunds[place] = { ...refund, status: 'processed' };
    }
  }

  /** The payer's bank reverses the payment for good. */
  loseDispute({ id, amount }: FakePayment): ProviderDispute {
    const dispute = {
      id: `disp_${this.disputes.length + 1}`,
      payment_id: id,
      amount_deducted: amount,
      status: 'lost',
    };
    this.disputes.push(dispute);
    return dispute;
  }

  isChargedBack(id: string): boolean {
    return this.disputes.some(({ payment_id }) => payment_id === id);
  }

  /** We hold money of this payment. */
  isUnrefundedCapture = ({ id, status }: FakePayment): boolean =>
    status === 'captured' && !this.isChargedBack(id);

  /** In earlier responses, too, since Razorpay never changes `created_at`. */
  ageByOneDay(): void {
    const age = (payment: FakePayment) => ({
      ...payment,
      created_at: new Date(payment.created_at.getTime() - DAY_MS),
    });
    this.#pictures = this.#pictures.map((payments) => payments.map(age));
  }

  #change(toChanged: (payment: FakePayment) => FakePayment): void {
    this.#pictures.push(this.payments().map(toChanged));
  }
}

/** Selects an element by any number; undefined for an empty list. */
export const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[which % Math.max(1, items.length)];

/** Actions of payers, banks and the account's owner at the provider, without our service. */
export function performAtProvider(
  theirs: ProviderState,
  step: Exclude<Elsewhere, { do: 'time' }>,
  orderIds: readonly string[],
): void {
  if (step.do === 'settle refunds') theirs.settleRefunds();
  else if (step.do === 'pay') {
    const { amount, status } = step;
    const order_id = pick(orderIds, step.order);
    if (order_id) theirs.addPayment({ order_id, amount, status });
  } else {
    const payment = pick(theirs.payments(), step.which);
    if (payment) changePayment(theirs, step, payment);
  }
}

function changePayment(
  theirs: ProviderState,
  step: Extract<Elsewhere, { which: number }>,
  payment: FakePayment,
): void {
  if (step.do === 'move') {
    const to = nextStatuses[payment.status][step.way] ?? nextStatuses[payment.status][0];
    if (to) theirs.setStatus(payment.id, to);
  } else if (theirs.isUnrefundedCapture(payment)) {
    if (step.do === 'lose dispute') theirs.loseDispute(payment);
    else theirs.createRefund(payment.id, { key: null, status: 'processed' });
  }
}
