import * as z from 'zod';

/** What `GET /verify/:token` answers to a program, one that accepts JSON rather than a page. */
export const ticketVerification = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-genuine') }),
  z.object({
    state: z.enum(['current', 'superseded']),
    application_id: z.string(),
    version: z.int(),
    exam_type: z.int(),
    /** The ticket's date, yyyy-mm-dd in India. */
    day: z.iso.date(),
    /** The photo on the ticket: a JPEG, base64; null where the applicant's could not be read. */
    photo: z.base64().nullable(),
  }),
]);
export type TicketVerification = z.infer<typeof ticketVerification>;
