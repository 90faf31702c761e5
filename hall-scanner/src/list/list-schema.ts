import type { HallList } from '@archaka/contracts/calls';
import * as z from 'zod/mini';

const bilingual = { name: z.string(), name_te: z.string() };

/** The contract's `hallList`, repeated with zod/mini: a fifth of the size of the contract's schemas. */
export const listSchema: z.ZodMiniType<HallList> = z.object({
  examination: z.object({ ...bilingual, year: z.string() }),
  centre: z.object(bilingual),
  made_at: z.iso.datetime(),
  tickets: z.array(
    z.object({
      application_id: z.string(),
      version: z.int(),
      name: z.string(),
      exam_type: z.int(),
      photo: z.nullable(z.string()),
    }),
  ),
});
