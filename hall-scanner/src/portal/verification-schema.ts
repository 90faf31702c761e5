import type { TicketVerification } from '@archaka/contracts';
import * as z from 'zod/mini';

/** The contract's `ticketVerdict`, told anew with zod/mini. */
export const verificationSchema: z.ZodMiniType<TicketVerification> = z.discriminatedUnion('state', [
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
