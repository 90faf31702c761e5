import { type ExportedFile, type exportCalls, MAX_EXPORTED_ENTRIES } from '@archaka/contracts';
import type { AuditLog } from '../audit/audit-log.ts';
import { type CallHandler, handleCall, ok } from '../http/call-handler.ts';

export interface ExportedRecords {
  /** By kind. */
  readonly records: Readonly<Record<string, unknown[]>>;
  readonly files: ExportedFile[];
}

interface ExportDependencies {
  readonly audit: AuditLog;
  /** All that the service stores about the person, at one instant. */
  readonly readRecords: (userId: string) => Promise<ExportedRecords>;
}

/** For svc-auth, which joins the data of all services in one download. Recorded in the audit log. */
export const createExportHandler = (
  call: (typeof exportCalls)[number],
  { audit, readRecords }: ExportDependencies,
): CallHandler =>
  handleCall(call, {
    handle: async ({ body: { user_id: userId, part, before }, caller = '' }) => {
      if (part === 'audit')
        return ok({ data: [{ audit: await audit.list({ userId, before, limit: MAX_EXPORTED_ENTRIES }) }] });
      await audit.record({
        action: 'data.exported',
        actor: { kind: 'service', id: caller },
        subject: { userId },
      });
      return ok({ data: [{ ...(await readRecords(userId)) }] });
    },
  });
