/** A fallback for lost notices of the server, while the payment may arrive at any moment. */
export const UNPAID_POLL_MS = 5000;

/** After the payment: the server sends no notice of a second payment or its refund. */
const PAID_POLL_MS = 30_000;

export const toPollIntervalMs = (isPaid: boolean): number => (isPaid ? PAID_POLL_MS : UNPAID_POLL_MS);
