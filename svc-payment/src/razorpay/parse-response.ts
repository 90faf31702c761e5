import type * as z from 'zod';
import { toFailure } from './failures.ts';

/** A malformed response counts as no response. @throws DependencyUnavailable */
export const parseResponse = <Schema extends z.ZodType>(
  schema: Schema,
  response: unknown,
): z.output<Schema> => {
  const parsed = schema.safeParse(response);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
};
