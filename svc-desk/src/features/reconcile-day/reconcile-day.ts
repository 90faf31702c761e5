import {
  dayRequest,
  getReconciliation,
  type ReconciledDay,
  reconcileDay,
  routes,
  type SettlementDifferenceKind,
  type StaffMember,
} from '@archaka/contracts';
import { type AuthenticateStaff, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import type { Router } from 'express';
import type { Dependencies } from '../dependencies.ts';
import type { Cell } from '../report-cases/spreadsheet-route.ts';
import { registerSpreadsheetRoute } from '../report-cases/spreadsheet-route.ts';
import { assertUnlimited, toActor } from '../sign-in/sign-in.ts';
import { createSingleTask, FILE_RETRY_S } from '../single-task.ts';

/** Razorpay lists thousand lines of a settlement at a time. */
const TIMEOUT_MS = 30_000;

/** svc-payment holds the ledger, and reads the settlements. */
export class Reconciliation {
  readonly #deps: Pick<Dependencies, 'services' | 'audit'>;
  /** Of requests to Razorpay, which confirms payments meanwhile. */
  readonly #runSingle = createSingleTask(FILE_RETRY_S);

  constructor(deps: Pick<Dependencies, 'services' | 'audit'>) {
    this.#deps = deps;
  }

  async readDay(day: string, member: StaffMember, format = 'page'): Promise<ReconciledDay[]> {
    const { services, audit } = this.#deps;
    assertUnlimited(member);
    await audit.record({ action: 'reconciliation.read', actor: toActor(member.id), detail: { day, format } });
    const { data = [] } = await this.#runSingle(() =>
      services.call(reconcileDay, { day }, { timeoutMs: TIMEOUT_MS }),
    );
    return data;
  }
}

export const createReconciliationHandler = (reconciliation: Reconciliation): CallHandler =>
  handleCall(getReconciliation, {
    handle: async ({ body: { day }, staff: member }) =>
      ok({ data: await reconciliation.readDay(day, member) }),
  });

const COLUMNS = [
  ...['what', 'settlement', 'utr', 'application_id', 'order_id', 'payment_id'],
  ...['count', 'rupees', 'rupees_in_ledger'],
];

const DIFFERENCES: Readonly<Record<SettlementDifferenceKind, string>> = {
  'unknown-payment': 'difference: a payment that the portal does not know',
  'not-captured': 'difference: a payment that the portal has not recorded as paid',
  'unknown-refund': 'difference: a refund that the portal does not know',
  'amount-differs': 'difference: another amount',
  'other-line': 'difference: neither payment nor refund',
  'not-settled': 'difference: paid more than a week ago, in no settlement',
};

const PAISE = 100;

function* toRows({ begun, settlements, in_ledger: ledger, differences, more }: ReconciledDay) {
  const toSum = (what: string, { count, amount }: { count: number; amount: number }, id = '', utr = '') => [
    ...[what, id, utr, '', '', '', count, amount / PAISE, ''],
  ];
  const toAmount = (what: string, amount: number, id = '', utr = '') => [
    ...[what, id, utr, '', '', '', '', amount / PAISE, ''],
  ];
  yield COLUMNS;
  yield toSum('payments begun on the day', begun.captured);
  yield toSum('of these refunded', begun.refunded);
  yield toSum('of these in no settlement', begun.unsettled);
  for (const { settlement_id: id, utr, payments, refunds, others, fees, net } of settlements) {
    yield toSum('settled payments', payments, id, utr ?? '');
    yield toSum('settled refunds', refunds, id, utr ?? '');
    yield toSum('settled for something else', others, id, utr ?? '');
    yield toAmount('fees', fees, id, utr ?? '');
    yield toAmount('paid out', net, id, utr ?? '');
  }
  yield toAmount('the same payments in the ledger', ledger.captured);
  yield toAmount('the same refunds in the ledger', ledger.refunded);
  yield toAmount('differences of settlements', ledger.differing);
  for (const { kind, application_id, order_id, payment_id, settled, in_ledger } of differences)
    yield [
      ...[DIFFERENCES[kind], '', '', application_id ?? '', order_id ?? '', payment_id],
      ...['', settled / PAISE, in_ledger / PAISE],
    ];
  if (more > 0) yield ['further differences that are not listed', '', '', '', '', '', more, '', ''];
}

async function* readRows(days: readonly ReconciledDay[]): AsyncGenerator<readonly Cell[]> {
  for (const day of days) yield* toRows(day);
}

export const registerReconciliationRoute = (
  router: Router,
  reconciliation: Reconciliation,
  authenticateStaff: AuthenticateStaff,
): void =>
  registerSpreadsheetRoute(router, authenticateStaff, {
    path: routes.exportReconciliation.path,
    roles: getReconciliation.roles,
    query: dayRequest,
    open: async ({ query: { day }, member, format }) => ({
      name: `reconciliation-${day}`,
      rows: readRows(await reconciliation.readDay(day, member, format)),
    }),
  });
