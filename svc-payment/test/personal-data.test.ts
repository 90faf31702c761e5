import { randomUUID } from 'node:crypto';
import {
  describePersonalData,
  type StoredExample,
  type StoredPerson,
} from '@archaka/privacy-kit/conformance';
import { EXAM_FILE } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { createEvidence } from '../src/domain/evidence.ts';
import { type Attempt, createAttempt } from '../src/domain/ledger.ts';
import type { OrderState } from '../src/domain/states.ts';
import { closeRecord } from '../src/features/close-payments.ts';
import { declarePersonalData } from '../src/personal-data.ts';
import { createPaymentStore } from './support/payment-store.ts';

const { db, createParts } = createPaymentStore();
const getCollection = (name: string) => db().connection.collection(name);

/** By the closing of exams/2024.json, the end of 2030 in India. */
const UNPAID_END = new Date('2031-06-29T18:29:59Z');
const PAID_END = new Date('2033-12-31T18:29:59Z');
const LEDGER_END = new Date('2038-12-31T18:29:59Z');
const IN_EIGHT_YEARS = new Date(new Date().setUTCFullYear(new Date().getUTCFullYear() + 8));
const LATER = new Date('2099-01-01T00:00:00Z');

interface OrderInState {
  readonly state: OrderState;
  readonly attempt?: Partial<Attempt>;
  readonly fields?: { readonly left_at?: Date; readonly due_at?: Date };
  readonly year?: string;
}

/** An order with its checkout's evidence, without a further poll. */
async function storeOrder({ state, attempt, fields, year = '24' }: OrderInState): Promise<StoredPerson> {
  const { orders, attempts, evidence } = createParts();
  const [userId, application_id] = [randomUUID(), `ARC${year}-${randomUUID().slice(0, 8)}`];
  const order_id = `order_${application_id}`;
  const purpose = 'application' as const;
  await orders.createIfMissing({ application_id, purpose, user_id: userId, amount: 10_000 });
  await orders.markCreated(application_id, order_id, 1000);
  await getCollection('orders').updateOne({ order_id }, { $set: { state, due_at: null, ...fields } });
  const key = `checkout:${application_id}`;
  await evidence.store(createEvidence({ key, source: 'checkout', kind: 'checkout-started', order_id }));
  if (attempt) {
    const money = { amount: 10_000, currency: 'INR', payment_id: null };
    const order = { application_id, purpose, order_id, state, ...money };
    const opened = createAttempt(order, { id: `attempt_${application_id}`, at: new Date() });
    await attempts.save({ ...opened, ...attempt });
  }
  return { userId, id: application_id };
}

const storeEvidence = (
  applicationId: string | undefined,
  { payment_id = '', kind }: { payment_id?: string | null | undefined; kind: 'dispute' | 'dispute-closed' },
) =>
  createParts().evidence.store(
    createEvidence({
      key: randomUUID(),
      source: 'webhook',
      kind,
      order_id: `order_${applicationId}`,
      payment_id,
      dispute_id: `disp_${applicationId}`,
    }),
  );

const ALL = ['attempts', 'evidence', 'orders'];
const ledgerOnly = { left: ALL, withoutAccount: true };
const gone = { at: LEDGER_END, left: [] };
const withoutPerson = (until: Date | undefined) =>
  ({
    kind: 'payment-record',
    because: 'without-person',
    until: until ? until.toISOString() : null,
  }) as const;

const captured = () => ({ state: 'captured', payment_id: `pay_${randomUUID()}` }) as const;

/** Its money moves only until `settle`. */
const whileOpen = (
  when: string,
  order: () => OrderInState,
  { store = () => storeOrder(order()), ...more }: Partial<StoredExample> = {},
): StoredExample => ({
  what: `an order while ${when}`,
  store,
  due: [gone],
  erasure: { remaining: [{ kind: 'payment-record', because: 'open-payment', until: null }], left: ALL },
  isReported: true,
  settle: async ({ id: application_id }) => {
    const payment_id = `pay_${application_id}`;
    const failed = { payment_id, state: 'failed', refund: null };
    await getCollection('attempts').updateMany({ application_id }, { $set: failed });
    await getCollection('orders').updateMany({ application_id }, { $set: { due_at: null } });
  },
  ...more,
});

describePersonalData(
  'payment',
  async () => ({ db: db(), declaration: declarePersonalData(createParts(), { EXAM_FILE }) }),
  [
    {
      what: 'an order without a payment',
      store: () => storeOrder({ state: 'cancelled', attempt: { state: 'failed' } }),
      due: [{ at: UNPAID_END, left: [] }],
      erasure: { remaining: [], ...ledgerOnly },
    },
    {
      what: 'an order without a checkout',
      store: () => storeOrder({ state: 'created' }),
      erasure: { remaining: [], left: ['evidence', 'orders'], withoutAccount: true },
    },
    {
      what: 'an order whose payments failed, which the books need',
      store: () => storeOrder({ state: 'failed', attempt: { ...captured(), state: 'failed' } }),
      due: [{ at: UNPAID_END, ...ledgerOnly }, gone],
      erasure: { remaining: [withoutPerson(LEDGER_END)], ...ledgerOnly },
    },
    {
      what: 'a paid order',
      store: () => storeOrder({ state: 'captured', attempt: captured() }),
      due: [{ at: PAID_END, ...ledgerOnly }, gone],
      erasure: { remaining: [withoutPerson(LEDGER_END)], ...ledgerOnly },
    },
    {
      what: 'a paid order of a later examination',
      store: () => storeOrder({ year: '31', state: 'captured', attempt: captured() }),
      due: [],
      erasure: { remaining: [withoutPerson(undefined)], ...ledgerOnly },
    },
    {
      what: 'evidence without an order',
      store: async () => {
        const key = randomUUID();
        const stray = { key, source: 'webhook', kind: 'other', order_id: null } as const;
        await createParts().evidence.store(createEvidence(stray));
        return { userId: randomUUID(), further: [key] };
      },
      due: [{ at: IN_EIGHT_YEARS, left: [] }],
      erasure: { remaining: [], left: ['evidence'], withoutAccount: true },
    },
    whileOpen('the outcome of a payment is unknown', () => ({ state: 'attempted', attempt: {} })),
    whileOpen('the bank holds a payment', () => ({
      state: 'attempted',
      attempt: { ...captured(), state: 'authorized' },
    })),
    whileOpen('a poll is due', () => ({ state: 'created', attempt: {}, fields: { due_at: new Date() } })),
    whileOpen('a late payment is possible', () => ({
      state: 'failed',
      attempt: { ...captured(), state: 'failed' },
      fields: { left_at: new Date(), due_at: LATER },
    })),
    whileOpen('a refund is pending', () => ({
      state: 'reversed',
      attempt: {
        ...captured(),
        state: 'refunding',
        refund: { reason: 'claim-lost', id: null, status: 'pending' },
      },
    })),
    whileOpen('a dispute is open', () => ({ state: 'captured' }), {
      store: async () => {
        const attempt = captured();
        const person = await storeOrder({ state: 'captured', attempt });
        await storeEvidence(person.id, { ...attempt, kind: 'dispute' });
        return person;
      },
      settle: ({ id }) => storeEvidence(id, { kind: 'dispute-closed' }).then(() => {}),
    }),
  ],
);

test.each<[string, OrderInState, string, object]>([
  [
    'closes an unpaid order',
    { state: 'created', fields: { due_at: LATER } },
    'settled',
    { state: 'replaced' },
  ],
  ['closes no paid order', { state: 'captured', attempt: captured() }, 'paid', { state: 'captured' }],
])('%s on request', async (_what, order, settlement, after) => {
  const { id = '', userId } = await storeOrder(order);
  expect(await closeRecord(createParts(), id, { mayBePaid: false })).toEqual({ settlement });
  const [row] = await getCollection('orders').find().toArray();
  expect(row).toMatchObject(after);
  expect(row?.user_id).toBe(settlement === 'paid' ? userId : undefined);
});
