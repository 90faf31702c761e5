import { expect } from '@jest/globals';
import type { SecondPayment } from '../../src/domain/returning.ts';
import { ExpectedOrder, type Model } from './model.ts';
import type { Commit } from './mortal-store.ts';
import type { Shown } from './provider.ts';
import type { ProviderBooks } from './provider-books.ts';

/** What a model needs to know about the moment of a commit. */
export interface Moment {
  readonly model: Model;
  readonly theirs: ProviderBooks;
  readonly policy: SecondPayment;
  readonly shown: ReadonlyMap<string, Shown>;
  /** Orders that are asked about for the last time. */
  readonly lastLooks: ReadonlySet<string>;
}

interface Placed {
  readonly order_id: string;
  readonly placed_at: Date;
}
interface Settled {
  readonly ledger: { readonly order: { readonly order_id: string } };
  readonly announcements: readonly unknown[];
}
const isPlaced = (result: unknown): result is Placed => Object.hasOwn(Object(result), 'placed_at');
const isSettled = (result: unknown): result is Settled => Object.hasOwn(Object(result), 'announcements');

/** A commit tells the model which of the things it was shown is now to stand in the books. */
export function learn(moment: Moment, commit: Commit): void {
  const { model, policy } = moment;
  const { result, keys, orderId = '' } = commit;
  if (isPlaced(result)) model.set(result.order_id, new ExpectedOrder(policy));
  else if (isSettled(result)) learnLook(moment, result.ledger.order.order_id, keys);
  else if (keys.some((key) => key.startsWith('checkout:'))) model.get(orderId)?.leave();
  else for (const key of keys) learnRefund(moment, key);
}

function learnLook({ model, shown, lastLooks }: Moment, orderId: string, keys: readonly string[]): void {
  const isCancel = keys.some((key) => key.startsWith('cancel:'));
  const occasion = isCancel ? 'cancel' : lastLooks.has(orderId) ? 'last-look' : 'look';
  model.get(orderId)?.look(shown.get(orderId) ?? { whole: false, payments: [] }, occasion);
}

/** Steps of a refund, as the evidence about them is named. */
function learnRefund({ model, theirs }: Moment, key: string): void {
  const [step = '', payment = '', outcome] = key.split(':');
  const order = [...model.values()].find((one) => one.of(payment));
  if (step === 'refund-approved') order?.refund(payment, 'sent');
  if (step === 'refund-kept') order?.refund(payment, 'kept');
  if (step !== 'refund') return;
  if (outcome === 'refused') order?.refund(payment, 'refused');
  if (outcome !== 'processed') return;
  const isBack = theirs.refunds.some((one) => one.payment_id === payment && one.status === 'processed');
  expect({ payment, isBack }).toEqual({ payment, isBack: true });
  order?.refund(payment, 'done');
}
