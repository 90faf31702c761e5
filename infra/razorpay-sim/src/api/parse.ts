import { z } from 'zod';
import { toValidationError, unknownId } from '../errors.ts';

/** Parses the request by the schema. @throws ProviderError as Razorpay rejects it */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw toValidationError(parsed.error);
  return parsed.data;
}

/** The id in a route such as `/:id`. */
export function parseId(params: Record<string, unknown>): string {
  if (typeof params.id !== 'string') throw unknownId();
  return params.id;
}

const WHOLE_NUMBER = /^\d{1,15}$/;

/** A number, also as digits (in a query or a form). */
export function toNumericSchema<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value),
    schema,
  );
}

/** An amount in paise; Razorpay's minimum is one rupee. */
export function createPaiseSchema(message: string) {
  return toNumericSchema(z.int('The amount must be an integer.').min(100, message));
}

export const MIN_AMOUNT_MESSAGE = 'The amount must be at least INR 1.00';

/** At most 15 pairs of at most 256 characters; without pairs `[]` is returned, as by Razorpay. */
export const notesSchema = z
  .record(z.string().max(256), z.union([z.string().max(256), z.number()]))
  .refine(
    (notes) => Object.keys(notes).length <= 15,
    'Number of fields in notes should be less than or equal to 15',
  )
  .default({})
  .transform((notes) => (Object.keys(notes).length === 0 ? [] : notes));

export const receiptSchema = z
  .string()
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullable()
  .default(null);

const range = {
  from: toNumericSchema(z.int().min(0)).optional(),
  to: toNumericSchema(z.int().min(0)).optional(),
  count: toNumericSchema(z.int().min(1).max(100, 'The count may not be greater than 100.')).default(10),
  skip: toNumericSchema(z.int().min(0)).default(0),
};

export const listSchema = z.strictObject(range);
export const orderListSchema = z.strictObject({ ...range, receipt: z.string().optional() });

type Range = z.output<typeof listSchema>;

/** A page of a list (oldest first): newest first, between two times, with `count` and `skip`. */
export function paginate<Item extends { created_at: number }>(
  items: Item[],
  { from, to, count, skip }: Range,
): Item[] {
  return items
    .filter((item) => item.created_at >= (from ?? 0) && item.created_at <= (to ?? Number.POSITIVE_INFINITY))
    .reverse()
    .slice(skip, skip + count);
}
