import * as z from 'zod';
import { services } from './services.ts';

const session = z.literal(['required', 'none', 'staff', 'service']);

/** Published at `/contract`. The gateway derives its routes from it. */
export const serviceContract = z.object({
  service: z.literal(services),
  version: z.string(),
  /** Every version that the service answers, its own last. Absent in older services. */
  contracts: z.array(z.string()).optional(),
  calls: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      methods: z.array(z.literal(['GET', 'POST'])),
      session,
      kind: z.literal(['query', 'idempotent', 'command']),
      /** Of the call's shape: equal digests are compatible. */
      digest: z.string().optional(),
      /** Bytes. Absent in older services. */
      max_body: z.int().optional(),
    }),
  ),
  /** Any method, so that a new one needs no gateway release. */
  routes: z.array(z.object({ method: z.string().regex(/^[A-Z]+$/), path: z.string(), session })),
});
export type ServiceContract = z.infer<typeof serviceContract>;
