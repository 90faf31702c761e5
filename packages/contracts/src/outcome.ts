import * as z from 'zod';
import type { CallResponse } from './call.ts';

const fields = {
  status: z.literal([200, 420, 421]),
  message: z.string().optional(),
};

export function outcome<Data extends z.ZodType>({
  data,
  ...businessErrors
}: {
  data: Data;
  420?: string;
  421?: string;
}): CallResponse<z.ZodObject<typeof fields & { data: z.ZodOptional<z.ZodArray<Data>> }>> {
  return { body: z.object({ ...fields, data: z.array(data).optional() }), businessErrors };
}

export function plainOutcome(
  businessErrors: { 420?: string; 421?: string } = {},
): CallResponse<z.ZodObject<typeof fields>> {
  return { body: z.object(fields), businessErrors };
}

const orderFields = { ...fields, orderId: z.object({ id: z.string() }).nullable().optional() };

/** `orderId` is null when svc-payment returned no order in time; the form stays a draft. */
export function orderOutcome(
  businessErrors: { 420?: string; 421?: string } = {},
): CallResponse<z.ZodObject<typeof orderFields>> {
  return { body: z.object(orderFields), businessErrors };
}
