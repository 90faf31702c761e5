import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id, instant } from '../fields.ts';
import { outcome } from '../outcome.ts';
import * as calls from './calls.ts';
import { caseSummary } from './schemas.ts';
import { bulkRule } from './scrutiny.ts';

/**
 * `previewed`: for an hour; `confirmed`: waits for its time, until which it can be undone; `running`: its cases are
 * being decided; `done`; `undone`: nothing was decided.
 */
export const batchState = z.enum(['previewed', 'confirmed', 'running', 'done', 'undone']);
export type BatchState = z.infer<typeof batchState>;

/**
 * `changed`: the application is another version by now, or not paid any more; `leased`: a clerk has it open;
 * `decided`: a clerk has decided it.
 */
export const batchResult = z.enum(['accepted', 'changed', 'leased', 'decided', 'undone']);
export type BatchResult = z.infer<typeof batchResult>;

const count = z.int().min(0);
const batchResults = z.object({
  accepted: count,
  changed: count,
  leased: count,
  decided: count,
  undone: count,
} satisfies Record<BatchResult, z.ZodType>);

export const deskBatch = z.object({
  id,
  state: batchState,
  /** As it stood at the preview. */
  rule: bulkRule.pick({ id: true, name: true, name_te: true }),
  /** Who made the preview, and confirms it. */
  by: z.string(),
  is_own: z.boolean(),
  at: instant,
  /** Of a confirmed one: before it nothing is decided. */
  starts_at: instant.optional(),
  undone_by: z.string().optional(),
  /** Named cases. */
  cases: z.int().positive(),
  /** The rule names more cases than one batch takes. */
  has_more: z.boolean(),
  /** Rupees that their applicants have paid. */
  amount: z.int(),
  /** Their sum is `cases` once the batch is done or undone. */
  results: batchResults,
});
export type DeskBatch = z.infer<typeof deskBatch>;

export const previewBatch = defineCall({
  ...calls.previewBatch,
  request: z.object({ rule_id: id }),
  response: outcome({ data: deskBatch, 420: 'The examination has no such rule' }),
});

const batchChanged = 'The batch has changed meanwhile';

export const confirmBatch = defineCall({
  ...calls.confirmBatch,
  request: z.object({ batch_id: id }),
  response: outcome({ data: deskBatch, 420: batchChanged, 421: 'Another person has made this preview' }),
});

export const undoBatch = defineCall({
  ...calls.undoBatch,
  request: z.object({ batch_id: id }),
  response: outcome({ data: deskBatch, 420: batchChanged }),
});

export const getBatches = defineCall({
  ...calls.getBatches,
  request: z.object({
    /** Only this one. */
    batch_id: id.optional(),
    /** The last batch of the page before. */
    after: id.optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  response: outcome({ data: deskBatch }),
});

export const batchCase = z.object({
  application_id: z.string(),
  version: z.int(),
  /** Absent while it is not decided yet. */
  result: batchResult.optional(),
  /** As it is now; absent once the application is deleted. */
  summary: caseSummary.optional(),
});
export type BatchCase = z.infer<typeof batchCase>;

export const getBatchCases = defineCall({
  ...calls.getBatchCases,
  request: z.object({
    batch_id: id,
    result: batchResult.optional(),
    /** The last application of the page before. */
    after: id.optional(),
    limit: z.int().min(1).max(50).default(25),
  }),
  response: outcome({ data: batchCase }),
});

export const batchCalls = [previewBatch, confirmBatch, undoBatch, getBatches, getBatchCases] as const;
