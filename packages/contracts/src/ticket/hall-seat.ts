import * as z from 'zod';

/** A candidate's seat, as printed on the ticket. */
export const hallSeat = z.object({
  roll_number: z.string(),
  centre: z.object({ name: z.string(), name_te: z.string(), address: z.string(), address_te: z.string() }),
});
export type HallSeat = z.infer<typeof hallSeat>;
