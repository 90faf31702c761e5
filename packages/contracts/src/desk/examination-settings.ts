import * as z from 'zod';
import { examinationFields } from '../examination.ts';
import { id, instant } from '../fields.ts';
import { scrutinyRules } from './scrutiny.ts';

const { opens, closes, edit_until, examination_date, reporting_time, contacts, results } =
  examinationFields.shape;

/** What the desk may change of an examination, always as a whole: an absent date or time is not known yet. */
export const examinationSettings = z.object({
  opens,
  closes,
  edit_until,
  examination_date,
  reporting_time,
  /** Whole rupees, from one to 10,000. */
  fee_paise: z.int().min(100).max(1_000_000).multipleOf(100),
  contacts,
  results,
  /** Of its scrutiny, if it has one. */
  reasons: scrutinyRules.shape.reasons.max(60).optional(),
});
export type ExaminationSettings = z.infer<typeof examinationSettings>;

/** `proposed`: for a second person; `published`: in effect until a later one is published. */
export const settingsState = z.enum(['proposed', 'published', 'withdrawn']);
export type SettingsState = z.infer<typeof settingsState>;

/** Never changed: each step is the next revision. */
export const settingsRevision = z.object({
  revision: z.int().positive(),
  state: settingsState,
  settings: examinationSettings,
  /** In effect when they were proposed. */
  before: examinationSettings,
  by: z.string(),
  at: instant,
});
export type SettingsRevision = z.infer<typeof settingsRevision>;

export const deskExamination = z.object({
  examine_year: id,
  /** In effect. */
  current: examinationSettings,
  /** Newest first, at most 50. */
  revisions: z.array(settingsRevision),
  /** Of the caller; another person publishes it. */
  is_own_proposal: z.boolean(),
});
export type DeskExamination = z.infer<typeof deskExamination>;
