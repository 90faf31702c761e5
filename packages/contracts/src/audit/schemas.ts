import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id, instant } from '../fields.ts';
import { outcome } from '../outcome.ts';
import * as calls from './calls.ts';

export const MAX_AUDIT_PAGE = 100;

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
