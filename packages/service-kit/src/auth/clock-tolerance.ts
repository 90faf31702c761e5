/**
 * Seconds by which the clocks of two machines may differ: each may be ten minutes wrong, in either direction.
 * Tokens never leave the services, so living longer for a stranger's clock costs little; a portal that stops
 * because one clock is wrong costs everybody.
 */
export const CLOCK_TOLERANCE_SECONDS = 20 * 60;
