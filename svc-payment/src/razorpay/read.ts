import type * as z from 'zod';
import { failureOf } from './failures.ts';

/** An answer Razorpay would not give is no answer. */
export const read = <Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw failureOf(parsed.error);
  return parsed.data;
};
