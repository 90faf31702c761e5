import * as z from 'zod';

/**
 * What a scanner in an examination hall has to know of its centre, to tell without a network which tickets are
 * current. It travels in a ZIP file: `HALL_LIST_FILE` is this list as a compact JWS, signed by a key of the tickets
 * (ES256, `typ` LIST_TYPE); `photoFile(application_id)` is each ticket's photo.
 */
export const hallList = z.object({
  examination: z.object({ name: z.string(), name_te: z.string(), year: z.string() }),
  centre: z.object({ name: z.string(), name_te: z.string() }),
  /** What the list says was so at this instant. */
  made_at: z.iso.datetime(),
  tickets: z.array(
    z.object({
      application_id: z.string(),
      /** Of the current ticket. */
      version: z.int(),
      name: z.string(),
      exam_type: z.int(),
      /** SHA-256 of the photo's file, base64url; null where the ticket has no photo. */
      photo: z.string().nullable(),
    }),
  ),
});
export type HallList = z.infer<typeof hallList>;

export const HALL_LIST_FILE = 'list.jws';
export const HALL_LIST_TYPE = 'archaka-hall-list+jws';
export const toPhotoPath = (applicationId: string): string => `photos/${applicationId}.jpg`;
