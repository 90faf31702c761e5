import type * as z from 'zod';
import { ask } from './asking.ts';
import {
  disputeEntity,
  type ListedPayment,
  listedPayment,
  listOf,
  type ProviderRefund,
  refundEntity,
  type SettledEntity,
  settledEntity,
} from './entities.ts';
import { read } from './read.ts';
import { type Account, razorpaySdk } from './sdk.ts';

/** A calendar day in India, as Razorpay counts them. */
export interface Day {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** Both ends belong to it. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** The most Razorpay gives at once: https://razorpay.com/docs/api/payments/fetch-all-payments, …/api/settlements/fetch-recon */
const PAGE = { payments: 100, refunds: 100, disputes: 100, settled: 1000 };

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Pages of a list until one is not full. What comes in meanwhile moves the rest on, so that something may come twice. */
async function* pagesOf<Item extends z.ZodType>(
  item: Item,
  count: number,
  page: (range: { count: number; skip: number }) => Promise<unknown>,
): AsyncGenerator<z.output<Item>[]> {
  for (let skip = 0; ; skip += count) {
    const { items } = read(listOf(item), await ask(() => page({ count, skip })));
    if (items.length > 0) yield items;
    if (items.length < count) return;
  }
}

/** What Razorpay has on record, a page at a time. Everything throws PartDown when it does not answer in time. */
export function razorpayRecords(account: Account) {
  const sdk = razorpaySdk(account);
  return {
    /** All payments that were begun in a span, newest first. */
    payments: ({ from, to }: Span): AsyncGenerator<ListedPayment[]> =>
      pagesOf(listedPayment, PAGE.payments, (range) =>
        sdk.payments.all({ from: seconds(from), to: seconds(to), ...range }),
      ),

    /** What was given back of a payment; nobody gives one back in more than 100 pieces. */
    refundsOf: async (paymentId: string): Promise<ProviderRefund[]> => {
      const asked = await ask(() => sdk.payments.fetchMultipleRefund(paymentId, { count: PAGE.refunds }));
      return read(listOf(refundEntity), asked).items;
    },

    /** The payments whose money a payer's bank has taken back for good. */
    async chargedBack(): Promise<Set<string>> {
      const payments = new Set<string>();
      for await (const page of pagesOf(disputeEntity, PAGE.disputes, (range) => sdk.disputes.all(range)))
        for (const { payment_id, status } of page) if (status === 'lost') payments.add(payment_id);
      return payments;
    },

    /** Everything that was settled to our bank account on a day. */
    settledOn: (day: Day): AsyncGenerator<SettledEntity[]> =>
      pagesOf(settledEntity, PAGE.settled, (range) => sdk.settlements.reports({ ...day, ...range })),
  };
}
export type ProviderRecords = ReturnType<typeof razorpayRecords>;
