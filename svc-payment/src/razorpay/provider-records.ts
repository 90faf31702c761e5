import type * as z from 'zod';
import {
  createListSchema,
  disputeSchema,
  type ListedPayment,
  listedPaymentSchema,
  type ProviderRefund,
  refundSchema,
  type SettledEntity,
  settledEntitySchema,
} from './entities.ts';
import { parseResponse } from './parse-response.ts';
import { sendWithRetry } from './request-policy.ts';
import { createRazorpaySdk, type RazorpayAccount } from './sdk.ts';

/** A calendar day in India, as Razorpay counts them. */
export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** Both ends belong to it. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** The most Razorpay gives at once: https://razorpay.com/docs/api/payments/fetch-all-payments, …/api/settlements/fetch-recon */
const PAGE_SIZES = { payments: 100, refunds: 100, disputes: 100, settled: 1000 };

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Pages of a list until one is not full. What comes in meanwhile moves the rest on, so that something may come twice. */
async function* readPages<Item extends z.ZodType>(
  item: Item,
  count: number,
  fetchPage: (range: { count: number; skip: number }) => Promise<unknown>,
): AsyncGenerator<z.output<Item>[]> {
  for (let skip = 0; ; skip += count) {
    const { items } = parseResponse(
      createListSchema(item),
      await sendWithRetry(() => fetchPage({ count, skip })),
    );
    if (items.length > 0) yield items;
    if (items.length < count) return;
  }
}

export interface ProviderRecords {
  /** All payments that were begun in a span, newest first. */
  readonly listPayments: (range: TimeRange) => AsyncGenerator<ListedPayment[]>;
  /** The refunds of a payment; none is made in more than 100 parts. */
  readonly listRefunds: (paymentId: string) => Promise<ProviderRefund[]>;
  /** The payments whose money a payer's bank has taken back for good. */
  readonly findChargedBackIds: () => Promise<Set<string>>;
  /** Everything that was settled to our bank account on a day. */
  readonly listSettled: (day: CalendarDay) => AsyncGenerator<SettledEntity[]>;
}

/** What Razorpay has on record, a page at a time. Everything throws DependencyUnavailable when it does not answer in time. */
export function createProviderRecords(account: RazorpayAccount): ProviderRecords {
  const sdk = createRazorpaySdk(account);
  return {
    listPayments: ({ from, to }) =>
      readPages(listedPaymentSchema, PAGE_SIZES.payments, (range) =>
        sdk.payments.all({ from: toSeconds(from), to: toSeconds(to), ...range }),
      ),

    listRefunds: async (paymentId) => {
      const response = await sendWithRetry(() =>
        sdk.payments.fetchMultipleRefund(paymentId, { count: PAGE_SIZES.refunds }),
      );
      return parseResponse(createListSchema(refundSchema), response).items;
    },

    async findChargedBackIds() {
      const paymentIds = new Set<string>();
      for await (const page of readPages(disputeSchema, PAGE_SIZES.disputes, (range) =>
        sdk.disputes.all(range),
      ))
        for (const { payment_id, status } of page) if (status === 'lost') paymentIds.add(payment_id);
      return paymentIds;
    },

    listSettled: (day) =>
      readPages(settledEntitySchema, PAGE_SIZES.settled, (range) =>
        sdk.settlements.reports({ ...day, ...range }),
      ),
  };
}
