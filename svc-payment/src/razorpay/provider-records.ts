import type * as z from 'zod';
import {
  createListSchema,
  disputeSchema,
  listedPaymentSchema,
  type ProviderRefund,
  parseResponse,
  refundSchema,
  settledEntitySchema,
} from './provider.ts';
import { createRazorpaySdk, type RazorpayAccount, sendWithRetry } from './sdk.ts';

export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** Both ends are inclusive. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** Maxima: https://razorpay.com/docs/api/payments/fetch-all-payments, …/api/settlements/fetch-recon */
const PAGE_SIZES = { payments: 100, refunds: 100, disputes: 100, settled: 1000 };

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** New entries shift the pages meanwhile, so an item may appear twice. */
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

/** @throws DependencyUnavailable (every function) when Razorpay does not answer in time */
export function createProviderRecords(account: RazorpayAccount) {
  const sdk = createRazorpaySdk(account);
  return {
    /** Newest first, by creation time. */
    listPayments: ({ from, to }: TimeRange) =>
      readPages(listedPaymentSchema, PAGE_SIZES.payments, (range) =>
        sdk.payments.all({ from: toSeconds(from), to: toSeconds(to), ...range }),
      ),

    /** At most 100. */
    async listRefunds(paymentId: string): Promise<ProviderRefund[]> {
      const page = { count: PAGE_SIZES.refunds };
      const response = await sendWithRetry(() => sdk.payments.fetchMultipleRefund(paymentId, page));
      return parseResponse(createListSchema(refundSchema), response).items;
    },

    async findChargedBackIds(): Promise<Set<string>> {
      const paymentIds = new Set<string>();
      const pages = readPages(disputeSchema, PAGE_SIZES.disputes, (range) => sdk.disputes.all(range));
      for await (const page of pages)
        for (const { payment_id, status } of page) if (status === 'lost') paymentIds.add(payment_id);
      return paymentIds;
    },

    listSettled: (day: CalendarDay) =>
      readPages(settledEntitySchema, PAGE_SIZES.settled, (range) =>
        sdk.settlements.reports({ ...day, ...range }),
      ),
  };
}
export type ProviderRecords = ReturnType<typeof createProviderRecords>;
