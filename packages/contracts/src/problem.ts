import * as z from 'zod';

/** `application/problem+json` (RFC 9457) as every refusal that is not a business outcome. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  request_id: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;
