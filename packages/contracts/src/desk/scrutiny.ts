import * as z from 'zod';
import { isCorrectable } from '../rules/correction.ts';

const text = z.string().trim().min(1).max(200);
const key = z.string().regex(/^[a-z][a-z-]{1,39}$/);

/** The papers of an application, as its record names them. */
export const paperField = z.enum([
  'image',
  'birth_certificate',
  'previous_certificate',
  'markmemos_certificate',
  'accommodation_certificate',
]);
export type PaperField = z.infer<typeof paperField>;

/** What a clerk compares on a paper of each application that has it. */
export const scrutinyCheck = z.strictObject({
  id: key,
  paper: paperField,
  /** The field of the application's record that the paper proves. */
  field: z.string().max(40).optional(),
  name: text,
  name_te: text,
});

/** Why a correction is required or an application is rejected; the applicant reads it at its field. */
export const scrutinyReason = z.strictObject({
  id: key,
  verdict: z.enum(['correction', 'rejected']),
  /** A field of the form or a paper; a correction opens it. */
  field: z.string().max(40).refine(isCorrectable, 'Is no field of the form'),
  name: text,
  name_te: text,
  /** The clerk must add a note, which the applicant reads, too. */
  needs_note: z.boolean().default(false),
});
export type ScrutinyReason = z.infer<typeof scrutinyReason>;

const isUnique = (entries: readonly { id: string }[]) =>
  new Set(entries.map(({ id }) => id)).size === entries.length;

/**
 * What scrutiny means for hall tickets: `kept` nothing; `voided` a rejection ends the ticket of its version; `withheld`
 * only an accepted version has one.
 */
const ticketRule = z.enum(['kept', 'voided', 'withheld']);

/**
 * Which waiting cases a senior clerk may accept together: those that meet every condition that is given, which nobody
 * has open, and which have no note of a clerk, no open grievance and no earlier decision. Cases of the second look are
 * never among them.
 */
export const bulkRule = z.strictObject({
  id: key,
  name: text,
  name_te: text,
  exam_types: z.array(z.int()).min(1).optional(),
  districts: z.array(z.int().positive()).min(1).optional(),
  /** All of them are there. */
  papers: z.array(paperField).min(1).optional(),
  /** The applicant has not edited the application. */
  unedited: z.literal(true).optional(),
});
export type BulkRule = z.infer<typeof bulkRule>;

/** Without it the papers of an examination are not scrutinised. */
export const scrutinyRules = z.strictObject({
  checks: z.array(scrutinyCheck).refine(isUnique, 'Two checks share an id'),
  reasons: z.array(scrutinyReason).refine(isUnique, 'Two reasons share an id'),
  /** Days that an applicant has for a correction. */
  correction_days: z.int().min(1).max(60),
  /** Percentage of accepted cases that a second clerk decides without the first decision. */
  second_look_percent: z.int().min(0).max(100),
  ticket: ticketRule.default('kept'),
  /** Without them each case is decided alone. */
  bulk_rules: z.array(bulkRule).refine(isUnique, 'Two rules share an id').optional(),
});
export type ScrutinyRules = z.infer<typeof scrutinyRules>;

export const scrutinyVerdict = z.enum(['accepted', 'correction', 'rejected']);
export type ScrutinyVerdict = z.infer<typeof scrutinyVerdict>;

/**
 * `none`: unpaid, or the examination has no scrutiny; `waiting`: for a clerk; `second-look`: for a second clerk;
 * `correction`: for the applicant; `accepted` and `rejected`: decided, and final until the application changes or its
 * applicant appeals; `appealed`: for a senior clerk who has not decided it before.
 */
export const scrutinyState = z.enum([
  'none',
  'waiting',
  'second-look',
  'correction',
  'accepted',
  'rejected',
  'appealed',
]);
export type ScrutinyState = z.infer<typeof scrutinyState>;

/** A reason of the examination's list, with what the clerk adds for the applicant. */
export const caseReason = z.object({ id: z.string().max(40), note: z.string().max(500).default('') });
export type CaseReason = z.infer<typeof caseReason>;

interface DecisionTime {
  readonly id: string;
  readonly version: number;
  readonly at: Date;
}

/** Of an application's decisions the last one of its highest version counts, whichever arrives first. */
export function isLaterDecision(decision: DecisionTime, current: DecisionTime): boolean {
  if (decision.version !== current.version) return decision.version > current.version;
  const [time, currentTime] = [decision.at.getTime(), current.at.getTime()];
  return time === currentTime ? decision.id > current.id : time > currentTime;
}

/** @param decision the one that counts */
export function allowsTicket(
  rules: ScrutinyRules | undefined,
  version: number,
  decision: { readonly version: number; readonly verdict: ScrutinyVerdict } | undefined,
): boolean {
  const verdict = decision?.version === version ? decision.verdict : undefined;
  if (rules?.ticket === 'withheld') return verdict === 'accepted';
  return rules?.ticket !== 'voided' || verdict !== 'rejected';
}
