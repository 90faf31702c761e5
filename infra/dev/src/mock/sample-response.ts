import { sample } from 'openapi-sampler';
import * as z from 'zod';

/** An answer of the right shape, drawn from its schema; it has no words to say. */
export function generateSample(schema: z.ZodType): unknown {
  const { message: _message, ...response } = Object(sample(z.toJSONSchema(schema) as object));
  return response;
}
