/** A killed instance's rows are anybody's after this; live ones renew their leases. */
export const LEASE_MS = 5000;
export const RENEW_MS = LEASE_MS / 3;
/** How often a queue looks for rows that nobody announced: of other instances, and those that come again. */
export const POLL_MS = 1000;
/** After so many failed attempts a row is parked. */
export const MAX_ATTEMPTS = 8;
export const PARKED_MS = 3_600_000;
/** Until a row is due again that a dependency which is down kept from its end. */
export const OUTAGE_RETRY_MS = 1000;
const FIRST_PROBE_MS = 250;
const MAX_PROBE_MS = 1000;

const FIRST_RETRY_MS = 500;

/** Milliseconds, spread so that what failed together does not come again together. */
export const addJitter = (ms: number): number => Math.round(ms * (0.75 + Math.random() / 2));

/** Milliseconds until the next attempt after so many failed ones: 0.5 s, doubling. */
export const calculateRetryDelay = (attempts: number): number =>
  addJitter(FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));

/** Milliseconds until the next row finds out whether a dependency responds again: 0.25 s, doubling up to 1 s. */
export const calculateProbeDelay = (probes: number): number =>
  addJitter(Math.min(MAX_PROBE_MS, FIRST_PROBE_MS * 2 ** probes));
