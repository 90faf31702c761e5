import {
  type ApplicationRecord,
  type Examination,
  type FieldError,
  isRevaluationOpen,
  type PaperMarks,
  type RecordedRevaluation,
} from '@archaka/contracts';
import type { Application, CapturedPayment, PublishedResult, Revaluation } from './application.ts';
import { toPaymentStatus } from './application-state.ts';

/** What svc-payment reports of a revaluation. Captures and reversals may arrive in any order. */
export type RevaluationPayments = Pick<Revaluation, 'orders' | 'payments' | 'reversals'>;

export const addOrder = (known: RevaluationPayments, orderId: string): RevaluationPayments =>
  known.orders.includes(orderId) ? known : { ...known, orders: [...known.orders, orderId] };

export const addPayment = (
  known: RevaluationPayments,
  kind: 'payments' | 'reversals',
  payment: CapturedPayment,
): RevaluationPayments => ({ ...addOrder(known, payment.orderId), [kind]: [...known[kind], payment] });

/** The payment that pays it. */
export const findPayment = ({ payments, reversals }: RevaluationPayments): CapturedPayment | undefined =>
  payments.find(({ paymentId }) => !reversals.some((reversal) => reversal.paymentId === paymentId));

/** The result for which a revaluation can be requested now. */
export function findRevaluableResult(
  { state, examYear, result }: Pick<Application, 'state' | 'examYear' | 'result'>,
  { examine_year, revaluation }: Pick<Examination, 'examine_year' | 'revaluation'>,
  now: Date,
): PublishedResult | undefined {
  if (!result || toPaymentStatus(state) !== 'S' || examYear !== examine_year) return undefined;
  const published_at = result.publishedAt.toISOString();
  return isRevaluationOpen({ published_at }, revaluation, now) ? result : undefined;
}

/** The marks of the papers, in the order of the result; or the papers that it does not have or that have no marks. */
export function choosePapers(
  ids: readonly string[],
  { papers }: Pick<PublishedResult, 'papers'>,
): { readonly chosen: readonly PaperMarks[]; readonly errors: readonly FieldError[] } {
  const withMarks = papers.filter(({ marks }) => marks !== null);
  const unknown = ids.filter((id) => !withMarks.some(({ paper }) => paper === id));
  return {
    chosen: withMarks.filter(({ paper }) => ids.includes(paper)),
    errors: unknown.map(() => ({ field: 'papers', message: 'A paper has no marks in the result' })),
  };
}

/** The newest result, if its mark sheet was uploaded after the payment and has each of the papers. */
function findOutcome(
  { papers }: Revaluation,
  paidAt: Date | undefined,
  result: PublishedResult | undefined,
): readonly PaperMarks[] | undefined {
  if (!paidAt || !result || result.uploadedAt <= paidAt) return undefined;
  const isWhole = papers.every(({ paper }) => result.papers.some((each) => each.paper === paper));
  return isWhole ? result.papers : undefined;
}

export function toRecordedRevaluation(
  revaluation: Revaluation,
  result: PublishedResult | undefined,
): NonNullable<ApplicationRecord['revaluation']> {
  const paidAt = findPayment(revaluation)?.at;
  const after = findOutcome(revaluation, paidAt, result);
  const orderId = revaluation.orders.at(-1);
  const isReturned = revaluation.reversals.some((reversal) => reversal.orderId === orderId);
  const unpaid = isReturned ? 'returned' : 'unpaid';
  const state: RecordedRevaluation['state'] = after ? 'complete' : paidAt ? 'waiting' : unpaid;
  return {
    state,
    requested_at: revaluation.requestedAt.toISOString(),
    papers: revaluation.papers.map((marked) => {
      const found = after?.find(({ paper }) => paper === marked.paper);
      return { ...marked, ...(found && { new_marks: found.marks }) };
    }),
    ...(orderId !== undefined && { order_id: orderId }),
    ...(paidAt && { paid_at: paidAt.toISOString() }),
  };
}
