import * as z from 'zod';
import { examinationFields } from '../examination.ts';
import { id, instant } from '../fields.ts';
import { MAX_NOTICE } from '../rules/texts.ts';
import { scrutinyRules } from './scrutiny.ts';

/**
 * `proposed`: for a second person; `published`: in effect until a later one is published; `withdrawn`: before it was
 * published; `ended`: before its time.
 */
const revisionState = z.enum(['proposed', 'published', 'withdrawn', 'ended']);
export type RevisionState = z.infer<typeof revisionState>;

/** Never changed: each step is the next revision of a notice or of an examination's settings. */
const revisionFields = z.object({
  revision: z.int().positive(),
  state: revisionState,
  by: z.string(),
  at: instant,
});
export type RevisionFields = z.infer<typeof revisionFields>;

const text = z.string().trim().min(1).max(MAX_NOTICE);

/** Plain text in both languages; `until` is the first instant without it. */
export const noticeContent = z.object({ text, text_te: text, from: instant, until: instant });
export type NoticeContent = z.infer<typeof noticeContent>;

/** As applicants read it. */
export const publicNotice = noticeContent.extend({ id });
export type PublicNotice = z.infer<typeof publicNotice>;

const noticeRevision = noticeContent.extend(revisionFields.shape);
export type NoticeRevision = z.infer<typeof noticeRevision>;

export const deskNotice = z.object({
  id,
  /** Newest first, at most 50. */
  revisions: z.array(noticeRevision).min(1),
  /** Of the caller; another person publishes it. */
  is_own_proposal: z.boolean(),
});
export type DeskNotice = z.infer<typeof deskNotice>;

const { opens, closes, edit_until, examination_date, reporting_time, fee_paise, contacts, results, texts } =
  examinationFields.shape;

const phone = z.string().regex(/^\+?\d[\d -]{4,18}$/);
const webAddress = z.url({ protocol: /^https$/, hostname: z.regexes.domain }).max(300);

/** As the examination file has them, or the desk. */
const currentSettings = z.object({
  opens,
  closes,
  edit_until,
  examination_date,
  reporting_time,
  fee_paise,
  contacts,
  results,
  texts,
  /** Of its scrutiny, if it has one. */
  reasons: scrutinyRules.shape.reasons.optional(),
});

/** What the desk may change of an examination, always as a whole: an absent date or time is not known yet. */
export const examinationSettings = currentSettings.extend({
  /** Whole rupees, from one to 10,000. */
  fee_paise: z.int().min(100).max(1_000_000).multipleOf(100),
  contacts: contacts.extend({
    office: phone,
    phones: z.array(phone).max(5),
    technical: z.array(phone).max(5),
    email: z.email().max(100),
  }),
  results: results.extend({
    year: z.string().regex(/^\d{4}$/),
    links: z.array(z.strictObject({ exam_type: z.int(), url: webAddress })).max(20),
  }),
  reasons: scrutinyRules.shape.reasons.max(60).optional(),
});
export type ExaminationSettings = z.infer<typeof examinationSettings>;

const settingsContent = z.object({
  settings: examinationSettings,
  /** In effect when they were proposed. */
  before: currentSettings,
});
export type SettingsContent = z.infer<typeof settingsContent>;

const settingsRevision = settingsContent.extend(revisionFields.shape);
export type SettingsRevision = z.infer<typeof settingsRevision>;

export const deskExamination = z.object({
  examine_year: id,
  /** In effect. */
  current: currentSettings,
  /** Newest first, at most 50. */
  revisions: z.array(settingsRevision),
  /** Of the caller; another person publishes it. */
  is_own_proposal: z.boolean(),
});
export type DeskExamination = z.infer<typeof deskExamination>;
