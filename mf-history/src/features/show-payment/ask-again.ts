/** In case that the server's own notices do not get through, while the fee may arrive at any moment. */
const SOON_MS = 5000;

/** Once it is paid: a second payment, and what becomes of it, change nothing that the server gives notice of. */
const SELDOM_MS = 30_000;

/** How often the page that tells of payments asks by itself. */
export const askAgainMs = (isPaid: boolean): number => (isPaid ? SELDOM_MS : SOON_MS);
