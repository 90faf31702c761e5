import type { TicketVerdict } from '@archaka/contracts';
import * as z from 'zod/mini';

/** The contract's `ticketVerdict`, told anew with zod/mini. */
export const verdictShape: z.ZodMiniType<TicketVerdict> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-genuine') }),
  z.object({
    state: z.enum(['current', 'superseded']),
    application_id: z.string(),
    version: z.int(),
    exam_type: z.int(),
    day: z.iso.date(),
    photo: z.nullable(z.base64()),
  }),
]);
