import * as z from 'zod';

/** The JSON response of `GET /verify/:token`. */
export const ticketVerification = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-genuine') }),
  z.object({
    state: z.enum(['current', 'superseded']),
    application_id: z.string(),
    version: z.int(),
    exam_type: z.int(),
    day: z.iso.date(),
    /** JPEG, base64; null when the applicant's was unreadable. */
    photo: z.base64().nullable(),
  }),
]);
export type TicketVerification = z.infer<typeof ticketVerification>;
