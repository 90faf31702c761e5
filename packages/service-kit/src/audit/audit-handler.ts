import type { auditCalls } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '../http/call-handler.ts';
import type { AuditLog } from './audit-log.ts';

export const createAuditHandler = (
  call: (typeof auditCalls)[number],
  audit: Pick<AuditLog, 'list'>,
): CallHandler =>
  handleCall(call, {
    handle: async ({ body, user }) => ok({ data: await audit.list({ ...body, userId: user.id }) }),
  });
