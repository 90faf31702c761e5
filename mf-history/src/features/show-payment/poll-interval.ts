/** In case that the server's own notices do not get through, while the fee may arrive at any moment. */
export const UNPAID_POLL_MS = 5000;

/** Once it is paid: a second payment, and what becomes of it, change nothing that the server gives notice of. */
const PAID_POLL_MS = 30_000;

export const toPollIntervalMs = (isPaid: boolean): number => (isPaid ? PAID_POLL_MS : UNPAID_POLL_MS);
