import * as z from 'zod';

const method = z.literal(['GET', 'POST']);
const session = z.literal(['required', 'none', 'service']);

/** What a service publishes at `/contract`; the gateway learns its routes from it. */
export const serviceContract = z.object({
  service: z.literal(['auth', 'application', 'payment', 'ticket']),
  version: z.string(),
  calls: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      methods: z.array(method),
      session,
      kind: z.literal(['query', 'idempotent', 'command']),
    }),
  ),
  routes: z.array(z.object({ method, path: z.string(), session })),
});
export type ServiceContract = z.infer<typeof serviceContract>;
