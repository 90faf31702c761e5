import { sample } from 'openapi-sampler';
import * as z from 'zod';

/** An answer of the right shape, drawn from its schema; it has no words to say. */
export function drawn(schema: z.ZodType): unknown {
  const { message: _unsaid, ...answer } = Object(sample(z.toJSONSchema(schema) as object));
  return answer;
}
