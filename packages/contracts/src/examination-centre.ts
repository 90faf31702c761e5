import * as z from 'zod';

/** Fits into the head of a printed list. */
const shortText = z.string().trim().min(1).max(60);
/** Fits onto a ticket. */
const longText = z.string().trim().min(1).max(120);

/** A hall of an examination. Its code starts the roll numbers, so it must not change once seats are allotted. */
export const examinationCentre = z.strictObject({
  code: z.string().regex(/^[A-Z0-9]{2,6}$/),
  name: shortText,
  name_te: shortText,
  address: longText,
  address_te: longText,
  /** English name of the centre district that it serves. */
  district: shortText,
  /** Seats. */
  capacity: z.int().min(1).max(9999),
  /** Step-free, and with rooms for candidates who need more time. */
  accessible: z.boolean().default(false),
  /** The department provides scribes there. */
  scribes: z.boolean().default(false),
});
export type ExaminationCentre = z.infer<typeof examinationCentre>;

export const examinationCentres = z
  .array(examinationCentre)
  .refine((centres) => new Set(centres.map(({ code }) => code)).size === centres.length, 'codes repeat');
