import type { Call } from '../call.ts';

export const ticketCalls: readonly Call[] = [];
