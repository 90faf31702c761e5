import type { FieldError } from '@archaka/contracts';
import * as z from 'zod';
import { invalid } from '../errors.ts';

const getKeyOrder = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

const toFieldError = ({ path, message }: z.core.$ZodIssue): FieldError => ({
  field: path.join('.'),
  message,
});

/** @throws HttpProblem 400 with its errors in the order of the schema's keys. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const order = getKeyOrder(schema);
  const getPosition = ({ path }: z.core.$ZodIssue) => order.indexOf(String(path[0]));
  throw invalid(
    parsed.error.issues.toSorted((one, other) => getPosition(one) - getPosition(other)).map(toFieldError),
  );
}
