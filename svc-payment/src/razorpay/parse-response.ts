import type * as z from 'zod';
import { toFailure } from './failures.ts';

/** An answer Razorpay would not give is no answer. */
export const parseResponse = <Schema extends z.ZodType>(
  schema: Schema,
  response: unknown,
): z.output<Schema> => {
  const parsed = schema.safeParse(response);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
};
