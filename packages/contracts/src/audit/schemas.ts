import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id, instant } from '../fields.ts';
import { outcome } from '../outcome.ts';
import { type Caller, type Service, services } from '../services.ts';
import * as calls from './calls.ts';

const MAX_AUDIT_PAGE = 100;

export const auditRecord = z.object({
  id: z.string(),
  at: instant,
  /** One of `auditActions`; later releases have more. */
  action: z.string(),
  /** `applicant`, `operator`, `service` or `anonymous`; never a name. */
  actor: z.string(),
  application_id: z.string().optional(),
  order_id: z.string().optional(),
  /** Why a member of the staff had personal fields shown. */
  why: z.string().optional(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

const schemas = {
  request: z.object({
    before: id.optional(),
    limit: z.int().min(1).max(MAX_AUDIT_PAGE).default(20),
  }),
  response: outcome({ data: auditRecord }),
};

export const getAuthAudit = defineCall({ ...calls.getAuthAudit, ...schemas });
export const getApplicationAudit = defineCall({ ...calls.getApplicationAudit, ...schemas });
export const getPaymentAudit = defineCall({ ...calls.getPaymentAudit, ...schemas });
export const getTicketAudit = defineCall({ ...calls.getTicketAudit, ...schemas });

export const auditCalls = [getAuthAudit, getApplicationAudit, getPaymentAudit, getTicketAudit] as const;

export const MAX_AUDIT_HEADS = 1000;

/** The hash of a block of an audit log covers every block before it. */
const auditHead = z.object({
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
