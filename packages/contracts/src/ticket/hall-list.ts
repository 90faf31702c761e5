import * as z from 'zod';

/** A candidate's seat, as printed on the ticket. */
export const hallSeat = z.object({
  roll_number: z.string(),
  centre: z.object({ name: z.string(), name_te: z.string(), address: z.string(), address_te: z.string() }),
});
export type HallSeat = z.infer<typeof hallSeat>;

/** A ZIP holds it as `HALL_LIST_FILE`, a compact JWS (ES256) of a ticket key, with each ticket's photo. */
export const hallList = z.object({
  examination: z.object({ name: z.string(), name_te: z.string(), year: z.string() }),
  centre: z.object({ name: z.string(), name_te: z.string() }),
  made_at: z.iso.datetime(),
  tickets: z.array(
    z.object({
      application_id: z.string(),
      version: z.int(),
      /** Once a seat is allotted. */
      roll_number: z.string().optional(),
      name: z.string(),
      exam_type: z.int(),
      /** SHA-256 of the photo's file, base64url; null without a photo. */
      photo: z.string().nullable(),
    }),
  ),
});
export type HallList = z.infer<typeof hallList>;
