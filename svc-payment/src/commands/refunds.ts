import { runCommand } from '@archaka/service-kit';
import { config } from '../config.ts';
import type { Attempt } from '../domain/ledger.ts';
import { createDecideRefund, DecisionRejected } from '../features/decide-refund/decide-refund.ts';
import { formatMoney } from '../features/reconcile-ledger/format-money.ts';
import { createAttemptRepository } from '../persistence/attempt-repository.ts';
import { createEvidenceRepository } from '../persistence/evidence-repository.ts';
import { createLedgerRepository } from '../persistence/ledger-repository.ts';
import { createOrderRepository } from '../persistence/order-repository.ts';
import { commandLine } from './command-lines/refunds.ts';

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

function printAttempts(waiting: readonly Attempt[], json: boolean): void {
  for (const attempt of waiting) console.log(json ? toJson(attempt) : formatAttempt(attempt));
  if (json) return;
  console.log(
    `${waiting.length} ${waiting.length === 1 ? 'payment waits' : 'payments wait'} for a decision.`,
  );
}

const toJson = ({
  payment_id,
  order_id,
  application_id,
  amount,
  bank_reference,
  opened_at,
  refund,
}: Attempt) =>
  JSON.stringify({ payment_id, order_id, application_id, amount, bank_reference, opened_at, refund });

await runCommand({
  commandLine,
  service: 'payment',
  config: config.pick({ MONGO_URL: true, RECONCILE_FIRST_MS: true, TWO_PEOPLE_ABOVE_PAISE: true }),
  permission: (command) => (command.action === 'list' ? 'refunds list' : `refunds ${command.outcome}`),
  audit: {
    action: 'command.refunds',
    describe: async ({ options: command, db, config }) => {
      if (command.action === 'list') return { detail: { what: 'list' } };
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
    if (command.action === 'list') {
      printAttempts(await attempts.findAwaitingApproval(), command.json);
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
      const result = await decideRefund({
        outcome: command.outcome,
        paymentId: command.paymentId,
        by: operator.id,
      });
      console.log(`${command.paymentId} ${RESULT_TEXTS[result]}.`);
      return 0;
    } catch (error) {
      if (!(error instanceof DecisionRejected)) throw error;
      console.error(error.message);
      return 1;
    }
  },
});
