import * as z from 'zod';

const named = z.record(z.string(), z.looseObject({}));

/** The part of the portal's document that a service publishes at `/openapi.json`; what is not joined stays as it is. */
export const serviceDocument = z.object({
  /** Its version is that of the contracts which the service was built with. */
  info: z.object({ version: z.string() }),
  /** Operations by path and method. */
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.looseObject({ schemas: named.optional(), responses: named.optional() }).optional(),
});
export type ServiceDocument = z.infer<typeof serviceDocument>;
