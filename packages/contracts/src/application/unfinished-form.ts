import * as z from 'zod';
import { instant, storedFile } from '../fields.ts';

/** UTF-16 units, above what the form accepts: a text that is too long comes back as it was typed. */
const text = z.string().max(500).optional();
const longText = z.string().max(2000).optional();
const papers = z
  .array(storedFile.extend({ document_id: z.string().max(100), filetype: z.string().max(10) }))
  .max(1)
  .optional();

/** The form as typed, unchecked; choices as the values of their controls. */
export const unfinishedForm = z.object({
  aadhar: text,
  name: text,
  father_name: text,
  dob: text,
  postal_address: longText,
  district: text,
  mandal: text,
  exam_type: text,
  exam_regular: text,
  pasthallticket: text,
  language: z.array(z.string().max(20)).max(20).optional(),
  centre_district: text,
  agamamu: text,
  birthcertificate: papers,
  perviouscertificate: papers,
  markmemos: papers,
  image: papers,
  scribe: text,
  compensatory_time: text,
  accommodationcertificate: papers,
  identity_kind: text,
  identity_number: text,
});
export type UnfinishedForm = z.infer<typeof unfinishedForm>;

/** 0: nothing is stored. Every change of the form at the service counts it up. */
export const formRevision = z.int().nonnegative();

export const storedUnfinishedForm = z.object({
  revision: formRevision,
  /** The applicant wants no unfinished form to be stored. */
  is_off: z.boolean(),
  /** Absent: no unfinished form. */
  form: unfinishedForm.optional(),
  /** The version of the draft that the form is based on; 0: none. */
  draft_version: z.int().nonnegative().optional(),
  /** When the form was last changed. */
  changed_at: instant.optional(),
});
export type StoredUnfinishedForm = z.infer<typeof storedUnfinishedForm>;
