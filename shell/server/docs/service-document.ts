import * as z from 'zod';

const named = z.record(z.string(), z.looseObject({}));

/** A service's `/openapi.json`. Fields that are not merged pass unchanged. */
export const serviceDocument = z.object({
  /** The version of the contracts in the service's build. */
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.looseObject({ schemas: named.optional(), responses: named.optional() }).optional(),
});
export type ServiceDocument = z.infer<typeof serviceDocument>;
