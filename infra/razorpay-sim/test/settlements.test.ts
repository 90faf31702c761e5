import { expect, test } from '@jest/globals';
import type { Collection, ReconItem, Settlement } from '../src/entities.ts';
import { createTestEnvironment } from './support/environment.ts';
import { waitFor } from './support/wait-for.ts';

const { on, order, pay } = createTestEnvironment();

type SettlementResult = { settlement: Settlement | null; items: ReconItem[] };

const createSettlement = () => on.simulator.sim<SettlementResult>('settlements');

/** The SDK's types define the lines of the report, but not their collection. */
const fetchReport = async (query: {
  year: number;
  month: number;
  day?: number;
  count?: number;
  skip?: number;
}) => (await on.simulator.razorpay.settlements.reports(query)) as unknown as Collection<ReconItem>;

/** Today in the provider's time zone. */
function getToday() {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
    .format(Date.now())
    .split('-')
    .map(Number);
  return { year: year ?? 0, month: month ?? 0, day: day ?? 0 };
}

test('a settlement has one line for every captured payment, and sends its webhook', async () => {
  const made = await order({ receipt: 'ARC24-S', notes: { a: 'b' } });
  const { payment } = await pay(made.id);
  await pay((await order()).id, { outcome: 'failed' });
  const { settlement, items } = await createSettlement();
  expect(items).toMatchObject([
    {
      entity_id: payment.id,
      type: 'payment',
      debit: 0,
      credit: 9764,
      amount: 10_000,
      fee: 236,
      tax: 36,
      settled: true,
      settlement_id: settlement?.id,
      settlement_utr: settlement?.utr,
      payment_id: null,
      order_id: made.id,
      order_receipt: 'ARC24-S',
      method: 'card',
      notes: '{"a":"b"}',
    },
  ]);
  expect(settlement).toMatchObject({ amount: 9764, status: 'processed', fees: 0, tax: 0 });
  expect(await createSettlement()).toEqual({ settlement: null, items: [] });
  const webhook = await waitFor('the webhook', () =>
    on.merchant.received.find(({ event }) => event === 'settlement.processed'),
  );
  expect(webhook.body.contains).toEqual(['settlement']);
  expect(webhook.payload.settlement?.entity).toEqual(settlement);
});

test('the combined report returns the lines of a day or month, page by page, to the SDK', async () => {
  await pay((await order()).id);
  await createSettlement();
  const whole = await fetchReport({ ...getToday(), count: 1000 });
  expect(whole.items.length).toBe(whole.count);
  expect(await fetchReport({ ...getToday(), count: 1, skip: 1 })).toMatchObject({
    count: 1,
    items: [{ entity_id: whole.items[1]?.entity_id }],
  });
  const { year, month } = getToday();
  expect(await fetchReport({ year, month, count: 1000 })).toMatchObject({ count: whole.count });
  expect(await fetchReport({ year: year - 1, month })).toMatchObject({ count: 0 });
  await expect(fetchReport({ year, month: 13 })).rejects.toMatchObject({
    error: { description: 'The month is not a valid month.', field: 'month' },
  });
});
