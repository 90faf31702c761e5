import * as z from 'zod';
import { id, instant } from '../fields.ts';

const text = z.string().trim().min(1).max(60);

/** A paper whose marks are published. */
export const resultPaper = z
  .strictObject({
    id: z.string().regex(/^[A-Z0-9]{1,10}$/),
    name: text,
    name_te: text,
    max: z.int().min(1).max(1000),
    /** Marks that suffice. */
    pass: z.int().min(0),
    /** Ids; absent: of all types. */
    exam_types: z.array(z.int()).min(1).optional(),
  })
  .refine(({ max, pass }) => pass <= max, { path: ['pass'], error: 'Is above the most that can be reached' });
export type ResultPaper = z.infer<typeof resultPaper>;

export const resultPapers = z
  .array(resultPaper)
  .min(1)
  .refine((papers) => new Set(papers.map(({ id }) => id)).size === papers.length, 'Two papers share an id');

export const paperMarks = z.object({
  paper: z.string(),
  /** Null: absent. */
  marks: z.int().min(0).nullable(),
});
export type PaperMarks = z.infer<typeof paperMarks>;

export const resultOutcome = z.enum(['passed', 'failed']);
export type ResultOutcome = z.infer<typeof resultOutcome>;

/** Of one candidate; the highest revision replaces all others. */
export const examinationResult = z.object({
  revision: z.int().positive(),
  outcome: resultOutcome,
  /** In the order of the examination's papers. */
  papers: z.array(paperMarks).min(1),
  published_at: instant,
});
export type ExaminationResult = z.infer<typeof examinationResult>;

/** What is wrong with a row of an uploaded table. */
export const tableFault = <Column extends z.ZodType, Reason extends z.ZodType>(
  column: Column,
  reason: Reason,
) =>
  z.object({
    /** As in a spreadsheet: the heading is row 1. */
    row: z.int(),
    column,
    reason,
    /** What stands there, or the paper that is missing. */
    value: z.string(),
  });

/** Why a row of a mark sheet, or the candidate that it names, cannot be taken. */
export const markFaultReason = z.enum([
  'wrong-columns',
  'unknown-roll-number',
  'not-paid',
  'unknown-paper',
  'paper-of-another-type',
  'not-a-number',
  'above-maximum',
  'repeated',
  'missing-paper',
  'absent-in-hall',
]);
export type MarkFaultReason = z.infer<typeof markFaultReason>;

export const markFault = tableFault(z.enum(['roll_number', 'paper', 'marks']), markFaultReason);
export type MarkFault = z.infer<typeof markFault>;

/**
 * `checked`: read and not yet proposed; `proposed`: for a second person; `signed`: to be published at its time, or being
 * published; `discarded`: before its publication.
 */
export const markSheetState = z.enum(['checked', 'proposed', 'signed', 'published', 'discarded']);
export type MarkSheetState = z.infer<typeof markSheetState>;

/** An uploaded file of marks. Its number is the revision of the results that it publishes. */
export const markSheet = z.object({
  id,
  number: z.int().positive(),
  state: markSheetState,
  examine_year: z.string(),
  /** SHA-256 of the file, hexadecimal. */
  sha256: z.string(),
  rows: z.int(),
  /** Those that can be published. */
  candidates: z.int(),
  passed: z.int(),
  failed: z.int(),
  /** Candidates with a fault, who are set aside. */
  set_aside: z.int(),
  /** The first 100. */
  faults: z.array(markFault),
  fault_count: z.int(),
  /** Paid candidates with a seat for whom no sheet that was signed has marks, this one included. */
  without_marks: z.int(),
  /** Of a proposed or signed sheet. */
  publish_at: instant.optional(),
  /** How many candidates have their result. */
  published: z.int(),
  /** Who did what, oldest first. */
  history: z.array(
    z.object({
      action: z.enum(['uploaded', 'proposed', 'signed', 'discarded']),
      by: z.string(),
      at: instant,
    }),
  ),
  /** The caller proposed it; another person signs it. */
  is_own_proposal: z.boolean(),
});
export type MarkSheet = z.infer<typeof markSheet>;
