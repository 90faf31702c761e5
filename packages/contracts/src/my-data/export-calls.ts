import * as z from 'zod';
import { auditRecord } from '../audit/schemas.ts';
import { defineCall } from '../call.ts';
import { id } from '../fields.ts';
import { outcome } from '../outcome.ts';
import type { Service } from '../services.ts';

export const MAX_EXPORTED_ENTRIES = 500;

/** A file that is fetched separately from the service's internal route. */
export const exportedFile = z.object({ id: z.string(), filetype: z.string() });
export type ExportedFile = z.infer<typeof exportedFile>;

export const exportedData = z.object({
  /** By kind of record, as in the download; for people to read, so the shape may change. */
  records: z.record(z.string(), z.array(z.unknown())).optional(),
  files: z.array(exportedFile).optional(),
  /** At most `MAX_EXPORTED_ENTRIES`, newest first. */
  audit: z.array(auditRecord).optional(),
});
export type ExportedData = z.infer<typeof exportedData>;

/** What a service stores about an applicant, at one instant; or a page of the audit entries, `before`: the last id. */
const defineExportCall = (name: string, service: Service) =>
  defineCall({
    name,
    service,
    session: 'service',
    callers: ['svc-auth'],
    kind: 'query',
    request: z.object({ user_id: id, part: z.enum(['records', 'audit']), before: id.optional() }),
    response: outcome({ data: exportedData }),
  });

export const exportApplicationData = defineExportCall('exportapplicationdata', 'application');
export const exportPaymentData = defineExportCall('exportpaymentdata', 'payment');
export const exportTicketData = defineExportCall('exportticketdata', 'ticket');
export const exportDeskData = defineExportCall('exportdeskdata', 'desk');

export const exportCalls = [
  exportApplicationData,
  exportPaymentData,
  exportTicketData,
  exportDeskData,
] as const;
