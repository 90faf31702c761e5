import * as z from 'zod';

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
