import * as z from 'zod';
import { defineCall } from '../call.ts';
import { instant } from '../fields.ts';
import { outcome } from '../outcome.ts';
import { type Caller, type Service, services } from '../services.ts';

export const MAX_AUDIT_HEADS = 1000;

/** The hash of a block of an audit log covers every block before it. */
export const auditHead = z.object({
  sequence: z.int().positive(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ example: '0'.repeat(64) }),
  sealed_at: instant,
});
export type AuditHead = z.infer<typeof auditHead>;

/**
 * Another service stores the heads of an audit log, so that who can write one database cannot cut a log unnoticed.
 * The caller is the owner of the heads. `last`: the highest head that is stored of it.
 */
const defineHeadCalls = (service: Service, callers: readonly Caller[]) => ({
  service,
  callers,
  store: defineCall({
    name: `storeheadin${service}`,
    service,
    session: 'service',
    callers,
    kind: 'idempotent',
    request: auditHead.extend({ signature: z.string().max(1000) }),
    /** `is_stored` false: another head of this height is stored already, and stays. */
    response: outcome({ data: z.object({ is_stored: z.boolean(), last: z.int() }) }),
  }),
  list: defineCall({
    name: `listheadsin${service}`,
    service,
    session: 'service',
    callers,
    kind: 'query',
    request: z.object({ after: z.int().nonnegative() }),
    response: outcome({ data: auditHead }),
  }),
});
export type AuditHeadCalls = ReturnType<typeof defineHeadCalls>;

/** Each service calls one that it calls anyway: every service checks sessions at svc-auth. */
const findReceiver = (owner: Service): Service =>
  owner === 'auth' ? 'application' : owner === 'application' ? 'payment' : 'auth';

export const auditHeadCalls: readonly AuditHeadCalls[] = [...new Set(services.map(findReceiver))].map(
  (receiver) =>
    defineHeadCalls(
      receiver,
      services.filter((owner) => findReceiver(owner) === receiver).map((owner): Caller => `svc-${owner}`),
    ),
);

/** The calls by which a service hands over its heads. */
export function findHeadCalls(service: Service): AuditHeadCalls {
  const found = auditHeadCalls.find(({ callers }) => callers.includes(`svc-${service}`));
  if (!found) throw new Error(`No service stores the audit heads of svc-${service}.`);
  return found;
}
