import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id, instant } from '../fields.ts';
import { outcome } from '../outcome.ts';
import type { Service } from '../services.ts';

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
});
export type AuditRecord = z.infer<typeof auditRecord>;

/** The entries about the signed-in applicant in one service, newest first. `before`: the previous page's last id. */
const defineAuditCall = (name: string, service: Service) =>
  defineCall(name, {
    service,
    session: 'required',
    kind: 'query',
    request: z.object({
      before: id.optional(),
      limit: z.int().min(1).max(MAX_AUDIT_PAGE).default(20),
    }),
    response: outcome({ data: auditRecord }),
  });

export const getAuthAudit = defineAuditCall('getauthaudit', 'auth');
export const getApplicationAudit = defineAuditCall('getapplicationaudit', 'application');
export const getPaymentAudit = defineAuditCall('getpaymentaudit', 'payment');
export const getTicketAudit = defineAuditCall('getticketaudit', 'ticket');

export const auditCalls = [getAuthAudit, getApplicationAudit, getPaymentAudit, getTicketAudit] as const;
