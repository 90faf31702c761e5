/**
 * What a clerk decides about money that was paid twice or could not be sent back.
 *
 *     npm run refunds -- list
 *     npm run refunds -- approve <payment id> --by <who decides>
 *     npm run refunds -- refuse <payment id> --by <who decides>
 *
 * Exit code 0: done, 1: there is nothing to decide about that payment, 2: it could not be done. What is listed
 * carries no data of applicants.
 */
import { parseArgs } from 'node:util';
import { CannotRun, runCommand } from '@archaka/service-kit';
import { variables } from '../config.ts';
import type { Attempt } from '../domain/ledger.ts';
import { type Decision, decideRefund, NothingToDecide } from '../features/decide-refund/decide-refund.ts';
import { attemptStore } from '../store/attempts.ts';
import { bookStore } from '../store/books.ts';
import { evidenceStore } from '../store/evidence.ts';
import { orderStore } from '../store/orders.ts';

const USAGE =
  'Say: list, or approve <payment id> --by <who decides>, or refuse <payment id> --by <who decides>.';

type Asked = 'list' | Decision;

function read(args: string[]): Asked {
  const { positionals, by } = wordsOf(args);
  const [verdict, payment_id, ...more] = positionals;
  if (verdict === 'list' && payment_id === undefined) return 'list';
  const isDecision = (verdict === 'approve' || verdict === 'refuse') && payment_id && by && more.length === 0;
  if (!isDecision) throw new CannotRun(USAGE);
  return { verdict, payment_id, by };
}

function wordsOf(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { by: { type: 'string' } },
    });
    return { positionals, by: values.by?.trim() };
  } catch {
    throw new CannotRun(USAGE);
  }
}

const WAITS: Partial<Record<NonNullable<Attempt['refund']>['status'], string>> = {
  deciding: 'waits for a decision',
  refused: 'Razorpay refused the refund',
};

const REASONS: Record<NonNullable<Attempt['refund']>['reason'], string> = {
  'paid-twice': 'the fee was paid twice',
  'claim-lost': 'another application holds the mobile or Aadhaar',
  'order-replaced': 'it came for an order that was replaced',
};

const rupees = (paise: number): string => `Rs ${(paise / 100).toFixed(2)}`;

function lineOf({
  payment_id,
  order_id,
  application_id,
  amount,
  bank_reference,
  opened_at,
  refund,
}: Attempt) {
  const why = refund ? `${WAITS[refund.status]}: ${REASONS[refund.reason]}` : '';
  const since = opened_at.toISOString();
  return [payment_id, rupees(amount), application_id, order_id, bank_reference ?? '-', since, why].join('  ');
}

await runCommand({
  name: 'refunds',
  service: 'payment',
  config: variables.pick({ MONGO_URL: true, RECONCILE_FIRST_MS: true }),
  read,
  run: async ({ db, config, asked }) => {
    const attempts = attemptStore(db);
    const books = bookStore(orderStore(db, config.RECONCILE_FIRST_MS), attempts);
    if (asked === 'list') {
      const waiting = await attempts.awaitingClerk();
      for (const attempt of waiting) console.log(lineOf(attempt));
      console.log(
        `${waiting.length} ${waiting.length === 1 ? 'payment waits' : 'payments wait'} for a decision.`,
      );
      return 0;
    }
    try {
      await decideRefund({ db, attempts, books, evidence: evidenceStore(db) })(asked);
    } catch (error) {
      if (!(error instanceof NothingToDecide)) throw error;
      console.error(error.message);
      return 1;
    }
    console.log(
      asked.verdict === 'approve' ? `${asked.payment_id} goes back.` : `${asked.payment_id} is kept.`,
    );
    return 0;
  },
});
