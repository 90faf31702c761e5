import * as z from 'zod';
import { instant } from '../fields.ts';

/**
 * `proposed`: for a second person; `published`: in effect until a later one is published; `withdrawn`: before it was
 * published; `ended`: before its time.
 */
export const revisionState = z.enum(['proposed', 'published', 'withdrawn', 'ended']);
export type RevisionState = z.infer<typeof revisionState>;

/** Never changed: each step is the next revision of a notice or of an examination's settings. */
export const revisionFields = z.object({
  revision: z.int().positive(),
  state: revisionState,
  by: z.string(),
  at: instant,
});
export type RevisionFields = z.infer<typeof revisionFields>;
