import * as z from 'zod';
import { services } from './services.ts';

const session = z.literal(['required', 'none', 'service']);

/** What a service publishes at `/contract`; the gateway learns its routes from it. */
export const serviceContract = z.object({
  service: z.literal(services),
  version: z.string(),
  /** Every version of the contracts that it answers, its own last; absent in services older than that. */
  contracts: z.array(z.string()).optional(),
  calls: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      methods: z.array(z.literal(['GET', 'POST'])),
      session,
      kind: z.literal(['query', 'idempotent', 'command']),
      /** Of its shape: two services with the same digest take and answer the same. */
      digest: z.string().optional(),
      /** Bytes that a body may have; absent in services older than that. */
      max_body: z.int().optional(),
    }),
  ),
  /** Any method, so that the gateway needs no release for a new one. */
  routes: z.array(z.object({ method: z.string().regex(/^[A-Z]+$/), path: z.string(), session })),
});
export type ServiceContract = z.infer<typeof serviceContract>;
