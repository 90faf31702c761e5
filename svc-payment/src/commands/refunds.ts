import { runCommand } from '@archaka/service-kit';
import { CommandError } from '@archaka/service-kit/command-line';
import { config } from '../config.ts';
import type { Attempt } from '../domain/ledger.ts';
import { formatMoney, REFUND_TEXTS } from '../features/reconcile-ledger/reports.ts';
import { decideRefund } from '../features/refunds.ts';
import { createRepositories } from '../persistence/ledger-repository.ts';
import { commandLine } from './command-lines/refunds.ts';

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

function formatAttempt(attempt: Attempt): string {
  const { payment_id, order_id, application_id, amount, bank_reference, opened_at, refund } = attempt;
  const status = refund ? `${REFUND_TEXTS[refund.status]}: ${REASON_TEXTS[refund.reason]}` : '';
  const approval = refund?.approved_by === undefined ? [] : ['one of two operators has approved it'];
  const subject = [payment_id, formatMoney(amount), application_id, order_id, bank_reference ?? '-'];
  return [...subject, opened_at.toISOString(), status, ...approval].join('  ');
}

function toJson(attempt: Attempt): string {
  const { payment_id, order_id, application_id, amount, bank_reference, opened_at, refund } = attempt;
  return JSON.stringify({ payment_id, order_id, application_id, amount, bank_reference, opened_at, refund });
}

function printAttempts(waiting: readonly Attempt[], json: boolean): void {
  for (const attempt of waiting) console.log(json ? toJson(attempt) : formatAttempt(attempt));
  if (json) return;
  console.log(
    `${waiting.length} ${waiting.length === 1 ? 'payment waits' : 'payments wait'} for a decision.`,
  );
}

await runCommand({
  commandLine,
  service: 'payment',
  config: config.pick({ MONGO_URL: true, TWO_PEOPLE_ABOVE_PAISE: true }),
  permission: (command) => (command.action === 'list' ? 'refunds list' : `refunds ${command.outcome}`),
  audit: {
    action: 'command.refunds',
    describe: async ({ options: command, db }) => {
      if (command.action === 'list') return { detail: { what: 'list' } };
      const { outcome: what, paymentId } = command;
      const { attempts, orders } = createRepositories(db);
      const attempt = await attempts.findByPayment(paymentId);
      const detail = { what, payment_id: paymentId };
      if (!attempt) return { detail };
      const { application_id: applicationId, order_id: orderId } = attempt;
      const order = await orders.find(orderId);
      return { detail, subject: { applicationId, orderId, ...(order && { userId: order.user_id }) } };
    },
  },
  run: async ({ db, config, options: command, operator }) => {
    const parts = { db, ...createRepositories(db) };
    if (command.action === 'list') {
      printAttempts(await parts.attempts.findAwaitingApproval(), command.json);
      return 0;
    }
    const { outcome, paymentId } = command;
    const decision = { outcome, paymentId, by: operator.id, limit: config.TWO_PEOPLE_ABOVE_PAISE };
    const result = await decideRefund(parts, decision);
    if (result === 'nothing-pending')
      throw new CommandError(`No decision is pending for ${paymentId}: see \`npm run refunds -- list\`.`);
    if (result === 'same-person')
      throw new CommandError(
        `You have already approved ${paymentId}. A refund of this amount needs the approval of a second operator.`,
      );
    console.log(`${paymentId} ${RESULT_TEXTS[result]}.`);
    return 0;
  },
});
