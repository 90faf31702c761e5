import { sample } from 'openapi-sampler';
import * as z from 'zod';

/** A response of the right shape, generated from its schema, with meaningless values. */
export function generateSample(schema: z.ZodType): unknown {
  const { message: _message, ...response } = Object(sample(z.toJSONSchema(schema) as object));
  return response;
}
