import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id, instant } from '../fields.ts';
import { outcome } from '../outcome.ts';
import * as calls from './calls.ts';
import { markSheet, markSheetState, paperMarks } from './results.ts';

const seenSheet = { sheet_id: id, state: markSheetState };
const sheetChanged = 'The sheet has changed meanwhile';

export const getMarkSheets = defineCall({
  ...calls.getMarkSheets,
  request: z.object({}),
  response: outcome({ data: markSheet }),
});

export const checkMarks = defineCall({
  ...calls.checkMarks,
  /**
   * Base64 of a CSV file with the columns roll_number, paper and marks (a number, or AB for absent); separated by
   * commas, semicolons or tabs; in UTF-8, UTF-16 or Windows-1252.
   */
  request: z.object({ file: z.base64() }),
  carriesFiles: true,
  response: outcome({
    data: markSheet,
    420: 'The file is not a table with the columns roll_number, paper and marks',
    421: 'The examination file does not list the papers of the results',
  }),
});

export const proposeMarks = defineCall({
  ...calls.proposeMarks,
  request: z.object({ ...seenSheet, sets_aside: z.boolean(), publish_at: instant }),
  response: outcome({
    data: markSheet,
    420: sheetChanged,
    421: 'The sheet has faults: correct the file, or set these candidates aside',
  }),
});

export const signMarks = defineCall({
  ...calls.signMarks,
  request: z.object({
    ...seenSheet,
    /** As proposed when the signer read it. */
    publish_at: instant,
  }),
  response: outcome({
    data: markSheet,
    420: sheetChanged,
    421: 'You have proposed this sheet; another person must sign it',
  }),
});

export const discardMarks = defineCall({
  ...calls.discardMarks,
  request: z.object(seenSheet),
  response: outcome({ data: markSheet, 420: sheetChanged }),
});

export const waitingRevaluation = z.object({
  application_id: z.string(),
  roll_number: z.string(),
  exam_type: z.int(),
  /** With the marks as they stood at the request. */
  papers: z.array(paperMarks),
  paid_at: instant,
});
export type WaitingRevaluation = z.infer<typeof waitingRevaluation>;

/** The last one of a page. */
const revaluationPosition = waitingRevaluation.pick({ application_id: true, paid_at: true });

export const getRevaluations = defineCall({
  ...calls.getRevaluations,
  request: z.object({
    after: revaluationPosition.optional(),
    limit: z.int().min(1).max(50).default(25),
  }),
  response: outcome({
    data: z.object({
      revaluations: z.array(waitingRevaluation),
      /** Exact up to 10,000. */
      total: z.int(),
      /** Absent on the last page. */
      next: revaluationPosition.optional(),
    }),
  }),
});

export const resultCalls = [
  getMarkSheets,
  checkMarks,
  proposeMarks,
  signMarks,
  discardMarks,
  getRevaluations,
] as const;
