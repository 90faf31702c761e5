import * as z from 'zod';
import { agreementInput } from '../consent/privacy-notice.ts';
import {
  accommodation,
  claimedIdentity,
  digitsInput,
  draftVersionInput,
  fileItem,
  identityPaperInput,
  indicator,
  instant,
  numberInput,
  storedFile,
  textInput,
} from '../fields.ts';

const files = z.array(fileItem).max(1).nullish();

const personal = {
  number: digitsInput,
  aadhar: digitsInput,
  name: textInput,
  father_name: textInput,
  dob: textInput,
  postal_address: textInput,
  district: textInput,
  district_id: numberInput,
  mandal: textInput,
  mandal_id: numberInput,
};

const examination = {
  exam_type: numberInput,
  exam_regular: numberInput,
  pasthallticket: z.union([z.string(), z.number()]).nullish(),
  language: z.string().nullish(),
  centre_district: textInput,
  centre_district_id: numberInput,
  agamamu: textInput,
};

/** The application form on the wire (specification, section 3). `age` and `amount` are ignored. */
export const applicationForm = z.object({
  ...claimedIdentity,
  ...personal,
  birthcertificate: files,
  ...examination,
  perviouscertificate: files,
  markmemos: files,
  image: files,
  image_ind: indicator,
  birthcertificate_ind: indicator,
  perviouscertificate_ind: indicator,
  markmemos_ind: indicator,
  /** Absent: unchanged; null: removed. */
  accommodation: accommodation.nullish(),
  accommodationcertificate: files,
  accommodationcertificate_ind: indicator,
  ...identityPaperInput,
  /** 2 means: nothing saved yet. */
  application_id: z.union([z.string(), z.number()]).nullish(),
  save_id: numberInput.nullish(),
  /** When given, saving and submitting answer 409 for another current draft. */
  draft_version: draftVersionInput,
  ...agreementInput,
});
export type ApplicationForm = z.infer<typeof applicationForm>;

export const filledForm = z.object({
  id: z.string(),
  application_id: z.string(),
  number: z.string(),
  aadhar: z.string(),
  name: z.string(),
  father_name: z.string(),
  dob: z.string(),
  age: z.number(),
  postal_address: z.string(),
  district: z.string(),
  district_id: z.number(),
  mandal: z.string(),
  mandal_id: z.number(),
  exam_type: z.number(),
  exam_regular: z.number(),
  pasthallticket: z.string(),
  language: z.string(),
  centre_district: z.string(),
  centre_district_id: z.number(),
  agamamu: z.string(),
  amount: z.number(),
  entry_by: z.string(),
  save_id: z.number(),
  image: z.array(storedFile),
  birthcertificate: z.array(storedFile),
  perviouscertificate: z.array(storedFile),
  markmemos: z.array(storedFile),
  image_ind: z.number(),
  birthcertificate_ind: z.number(),
  perviouscertificate_ind: z.number(),
  markmemos_ind: z.number(),
  accommodation: accommodation.optional(),
  accommodationcertificate: z.array(storedFile).optional(),
  accommodationcertificate_ind: z.number().optional(),
  identity_kind: z.string().optional(),
  identity_number: z.string().optional(),
  /** 1 for the first save; each save and submission adds one. */
  draft_version: z.number().optional(),
  /** When the draft was last saved, ISO 8601 UTC. */
  saved_at: z.string().optional(),
});
export type FilledForm = z.infer<typeof filledForm>;

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
