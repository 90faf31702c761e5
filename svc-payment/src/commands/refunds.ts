/**
 * Usage: `npm run refunds -- list`, or `approve|refuse <payment id>`.
 * Exit code 0: done, 1: no pending decision on that payment, or a second operator is needed, 2: failure.
 */
import { parseArgs } from 'node:util';
import { CommandError, runCommand } from '@archaka/service-kit';
import { variables } from '../config.ts';
import type { Attempt } from '../domain/ledger.ts';
import {
  createDecideRefund,
  type Decision,
  DecisionRejected,
} from '../features/decide-refund/decide-refund.ts';
import { formatMoney } from '../features/reconcile-ledger/format-money.ts';
import { createAttemptRepository } from '../persistence/attempt-repository.ts';
import { createEvidenceRepository } from '../persistence/evidence-repository.ts';
import { createLedgerRepository } from '../persistence/ledger-repository.ts';
import { createOrderRepository } from '../persistence/order-repository.ts';

const USAGE = 'Usage: npm run refunds -- list | approve <payment id> | refuse <payment id>.';

type RefundCommand = 'list' | Omit<Decision, 'by'>;

function parseOptions(args: string[]): RefundCommand {
  const [action, paymentId, ...rest] = parsePositionals(args);
  if (action === 'list' && paymentId === undefined) return 'list';
  const isDecision = (action === 'approve' || action === 'refuse') && paymentId && rest.length === 0;
  if (!isDecision) throw new CommandError(USAGE);
  return { outcome: action, paymentId };
}

function parsePositionals(args: string[]): string[] {
  try {
    return parseArgs({ args, allowPositionals: true }).positionals;
  } catch {
    throw new CommandError(USAGE);
  }
}

const STATUS_TEXTS: Partial<Record<NonNullable<Attempt['refund']>['status'], string>> = {
  deciding: 'waits for a decision',
  refused: 'Razorpay rejected the refund',
};

const REASON_TEXTS: Record<NonNullable<Attempt['refund']>['reason'], string> = {
  'paid-twice': 'the fee was paid twice',
  'claim-lost': 'another application holds the mobile, Aadhaar or identity paper',
  'order-replaced': 'the payment is for an order that was replaced or closed',
};

const RESULT_TEXTS = {
  refunding: 'will be refunded',
  refused: 'will not be refunded',
  'awaiting-second': 'waits for the approval of a second operator',
};

function formatAttempt({
  payment_id,
  order_id,
  application_id,
  amount,
  bank_reference,
  opened_at,
  refund,
}: Attempt) {
  const status = refund ? `${STATUS_TEXTS[refund.status]}: ${REASON_TEXTS[refund.reason]}` : '';
  const since = opened_at.toISOString();
  return [
    payment_id,
    formatMoney(amount),
    application_id,
    order_id,
    bank_reference ?? '-',
    since,
    status,
    ...(refund?.approved_by === undefined ? [] : ['one of two operators has approved it']),
  ].join('  ');
}

await runCommand({
  name: 'refunds',
  service: 'payment',
  config: variables.pick({ MONGO_URL: true, RECONCILE_FIRST_MS: true, TWO_PEOPLE_ABOVE_PAISE: true }),
  parseOptions,
  permission: (command) => (command === 'list' ? 'refunds list' : `refunds ${command.outcome}`),
  audit: {
    action: 'command.refunds',
    describe: async ({ options: command, db, config }) => {
      if (command === 'list') return { detail: { what: 'list' } };
      const { outcome: what, paymentId } = command;
      const attempt = await createAttemptRepository(db).findByPayment(paymentId);
      const detail = { what, payment_id: paymentId };
      if (!attempt) return { detail };
      const { application_id: applicationId, order_id: orderId } = attempt;
      const order = await createOrderRepository(db, config.RECONCILE_FIRST_MS).find(orderId);
      return { detail, subject: { applicationId, orderId, ...(order && { userId: order.user_id }) } };
    },
  },
  run: async ({ db, config, options: command, operator }) => {
    const attempts = createAttemptRepository(db);
    const ledgers = createLedgerRepository(createOrderRepository(db, config.RECONCILE_FIRST_MS), attempts);
    if (command === 'list') {
      const waiting = await attempts.findAwaitingApproval();
      for (const attempt of waiting) console.log(formatAttempt(attempt));
      console.log(
        `${waiting.length} ${waiting.length === 1 ? 'payment waits' : 'payments wait'} for a decision.`,
      );
      return 0;
    }
    const decideRefund = createDecideRefund({
      db,
      attempts,
      ledgers,
      evidence: createEvidenceRepository(db),
      limit: config.TWO_PEOPLE_ABOVE_PAISE,
    });
    try {
      const result = await decideRefund({ ...command, by: operator.id });
      console.log(`${command.paymentId} ${RESULT_TEXTS[result]}.`);
      return 0;
    } catch (error) {
      if (!(error instanceof DecisionRejected)) throw error;
      console.error(error.message);
      return 1;
    }
  },
});
