import { expect } from '@jest/globals';
import type { SyncTrigger } from '../../src/domain/apply-snapshot.ts';
import type { SecondPaymentPolicy } from '../../src/domain/refund.ts';
import type { Commit } from './crashing-database.ts';
import type { Shown } from './fake-provider.ts';
import { ExpectedOrder, type Model } from './model.ts';
import type { ProviderState } from './provider-state.ts';

/** What the model needs to know when a transaction commits. */
export interface CommitContext {
  readonly model: Model;
  readonly theirs: ProviderState;
  readonly policy: SecondPaymentPolicy;
  readonly shown: ReadonlyMap<string, Shown>;
  /** Orders at their last poll. */
  readonly finalPolls: ReadonlySet<string>;
}

interface CreatedResult {
  readonly order_id: string;
  readonly placed_at: Date;
}
interface ChangeResult {
  readonly ledger: { readonly order: { readonly order_id: string } };
  readonly events: readonly unknown[];
  readonly trigger: SyncTrigger;
}
const isCreatedResult = (result: unknown): result is CreatedResult =>
  Object.hasOwn(Object(result), 'placed_at');
const isChangeResult = (result: unknown): result is ChangeResult => Object.hasOwn(Object(result), 'events');

/** Applies the snapshots shown before a commit to the expected ledger. */
export function updateModel(context: CommitContext, commit: Commit): void {
  const { model, policy } = context;
  const { result, keys, orderId = '' } = commit;
  if (isCreatedResult(result)) model.set(result.order_id, new ExpectedOrder(policy));
  else if (isChangeResult(result)) applyPoll(context, result);
  else if (keys.some((key) => key.startsWith('checkout:'))) model.get(orderId)?.leave();
  // An order is changed without evidence only by its replacement.
  else if (keys.length === 0) model.get(orderId)?.replace();
  else for (const key of keys) applyRefund(context, key);
}

function applyPoll({ model, shown, finalPolls }: CommitContext, { ledger, trigger }: ChangeResult): void {
  const orderId = ledger.order.order_id;
  const expected = trigger !== 'cancel' && finalPolls.has(orderId) ? 'last-look' : trigger;
  expect({ orderId, trigger }).toEqual({ orderId, trigger: expected });
  model.get(orderId)?.look(shown.get(orderId) ?? { whole: false, payments: [] }, trigger);
}

/** Steps of a refund, by the names of their evidence. */
function applyRefund({ model, theirs }: CommitContext, key: string): void {
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
