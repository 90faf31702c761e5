import type { Call } from '../call.ts';

/** Tickets are addresses of their own, not dashboard calls. */
export const ticketCalls: readonly Call[] = [];
