import * as z from 'zod';
import { privacyNotice } from './consent/privacy-notice.ts';
import { resultPapers } from './desk/results.ts';
import { scrutinyRules } from './desk/scrutiny.ts';
import { identityPaperKind } from './fields.ts';
import { findTextFaults, MAX_WORDING, textNames } from './rules/texts.ts';

const examinationText = z.strictObject({
  /** Of the template that is registered with the operators (DLT); without it the message is not sent. */
  template: z.string().optional(),
  /** As registered, with its variables as `##date##`. */
  wording: z.string().trim().max(MAX_WORDING),
});

/** A message that is absent is not sent, either. */
export const examinationTexts = z
  .partialRecord(z.enum(textNames), examinationText)
  .superRefine((texts, { addIssue }) => {
    for (const { field, message } of findTextFaults(texts))
      addIssue({ code: 'custom', path: field.split('.'), message });
  });
export type ExaminationTexts = z.infer<typeof examinationTexts>;

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

/** Of an examination's file, which `examinationSchema` checks further, and the response of getexamination. Fees in paise. */
export const examinationFields = z.strictObject({
  examine_year: z.string().regex(/^\d{4}$/),
  name: z.string(),
  name_te: z.string(),
  exam_types: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      name_te: z.string(),
      /** The level whose certificate is required. */
      previous_certificate: z.string().nullable(),
    }),
  ),
  agamas: z.array(z.strictObject({ name: z.string(), name_te: z.string() })),
  languages: z.array(z.strictObject({ language_id: z.int(), language: z.string(), language_te: z.string() })),
  fee_paise: z.int().positive(),
  latest_dob: z.iso.date(),
  age_threshold: z.int().positive(),
  opens: z.iso.datetime({ offset: true }),
  closes: z.iso.datetime({ offset: true }),
  edit_until: z.iso.datetime({ offset: true }),
  /** In India, once it is known. */
  examination_date: z.iso.date().optional(),
  /** hh:mm in India; candidates must be at their centre by then. */
  reporting_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  /** In the order of seat assignment. */
  centres: examinationCentres.optional(),
  /** Extra minutes for each hour of a candidate with a disability; default 20. */
  compensatory_minutes_per_hour: z.int().min(1).max(60).optional(),
  /** ISO 8601 duration that replaces the retention file's period of paid applications. */
  paid_applications_retained_for: z.iso.duration().optional(),
  contacts: z.strictObject({
    /** Example values, to be replaced before a launch. */
    example: z.boolean(),
    office: z.string(),
    phones: z.array(z.string()),
    technical: z.array(z.string()),
    email: z.email(),
  }),
  results: z.strictObject({
    example: z.boolean(),
    year: z.string(),
    links: z.array(z.strictObject({ exam_type: z.int(), url: z.url() })),
  }),
  texts: examinationTexts,
  /** Without it no notice is shown to applicants, and no consent is recorded. */
  privacy_notice: privacyNotice.optional(),
  /**
   * What the hall tickets of earlier examinations carry, as a regular expression of the whole number; without it the
   * form takes digits only.
   */
  earlier_hall_tickets: z.strictObject({ pattern: z.string(), example: z.string() }).optional(),
  /** Whose marks are published, in the order of the memo; without them no results are. */
  result_papers: resultPapers.optional(),
  /**
   * One fee for any number of papers, and the days after the publication of a candidate's result; without it no
   * revaluation can be requested.
   */
  revaluation: z.strictObject({ fee_paise: z.int().positive(), days: z.int().min(1).max(365) }).optional(),
  /** What clerks check; without it papers are not scrutinised. */
  scrutiny: scrutinyRules.optional(),
  /** Papers that may replace the Aadhaar number; without the list none may. */
  identity_papers: z.array(identityPaperKind).optional(),
});

export type Examination = z.infer<typeof examinationFields>;
