import {
  type AuditRecord,
  type ExportedData,
  type ExportedFile,
  exportApplicationData,
  type exportCalls,
  exportPaymentData,
  exportTicketData,
  internalRoutes,
  type Service,
} from '@archaka/contracts';
import type { ServiceClient } from '@archaka/service-kit';

/** Milliseconds; the download starts after this time or once all have responded. */
const RECORDS_TIMEOUT_MS = 4000;

export interface Source {
  readonly service: Service;
  readonly call: (typeof exportCalls)[number];
  readonly folder?: string;
  /** Address of a file, below the service's internal addresses. */
  readonly toFilePath?: (id: string) => string;
}

export const sources: readonly Source[] = [
  {
    service: 'application',
    call: exportApplicationData,
    folder: 'papers',
    toFilePath: (id) => internalRoutes.documentContent.path.replace(':id', encodeURIComponent(id)),
  },
  { service: 'payment', call: exportPaymentData },
  {
    service: 'ticket',
    call: exportTicketData,
    folder: 'tickets',
    toFilePath: (id) => internalRoutes.ticketContent.path.replace(':application_id', encodeURIComponent(id)),
  },
];

export interface SourceAnswer {
  readonly source: Source;
  /** Undefined when the service did not respond. */
  readonly data: ExportedData | undefined;
}

/** Queries all services concurrently; one that is down delays no other. */
export const readRecords = (services: ServiceClient, userId: string): Promise<SourceAnswer[]> =>
  Promise.all(
    sources.map(async (source): Promise<SourceAnswer> => {
      const request = { user_id: userId, part: 'records' } as const;
      const answer = await services
        .call(source.call, request, { timeoutMs: RECORDS_TIMEOUT_MS })
        .catch(() => undefined);
      return { source, data: answer?.data?.[0] };
    }),
  );

/** All audit entries, by pages. @throws DependencyUnavailable */
export async function* readAuditPages(
  services: ServiceClient,
  { call, userId }: { call: Source['call']; userId: string },
): AsyncGenerator<AuditRecord[]> {
  let before: string | undefined;
  do {
    const { data } = await services.call(call, { user_id: userId, part: 'audit', before });
    const page = data?.[0]?.audit ?? [];
    yield page;
    before = page.at(-1)?.id;
  } while (before !== undefined);
}

/** @throws DependencyUnavailable, HttpProblem 404 when it was deleted meanwhile */
export async function readFile(
  services: ServiceClient,
  { service, toFilePath }: Source,
  { id }: ExportedFile,
): Promise<Buffer> {
  if (!toFilePath) throw new Error(`svc-${service} has no files`);
  return (await services.get(service, toFilePath(id))).content;
}
