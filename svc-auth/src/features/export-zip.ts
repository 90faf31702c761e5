import {
  type AuditRecord,
  type ExportedData,
  exportApplicationData,
  type exportCalls,
  exportDeskData,
  exportPaymentData,
  exportTicketData,
  internalRoutes,
  type Service,
} from '@archaka/contracts';
import type { ServiceClient } from '@archaka/service-kit';

/** Milliseconds; the download starts after this time or once all have responded. */
const RECORDS_TIMEOUT_MS = 4000;

interface Source {
  readonly service: Service;
  readonly call: (typeof exportCalls)[number];
  /** Entries of the desk would show decisions before they are final. */
  readonly hasAudit?: false;
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
  { service: 'desk', call: exportDeskData, hasAudit: false },
];

interface SourceAnswer {
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

export interface ZipEntry {
  readonly name: string;
  readonly input: string | Buffer;
}

interface Missing {
  readonly service: Service;
  readonly what: string;
}

/** The entries before this one, newest first; an empty page is the last. */
type ReadAuditPage = (before: string | undefined) => Promise<readonly AuditRecord[]>;

export interface ExportContent {
  readonly userId: string;
  readonly own: { readonly records: object; readonly readAudit: ReadAuditPage };
  readonly answers: readonly SourceAnswer[];
  readonly services: ServiceClient;
}

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const toFileName = (id: string, filetype: string): string =>
  `${id.replace(/[^\w-]/g, '_')}.${filetype.replace(/\W/g, '')}`;

async function* auditEntries(service: Service, readPage: ReadAuditPage): AsyncGenerator<ZipEntry> {
  let before: string | undefined;
  for (let count = 1; ; count += 1) {
    const page = await readPage(before);
    if (page.length === 0) return;
    yield { name: `audit/${service}-${count}.json`, input: toJson(page) };
    before = page.at(-1)?.id;
  }
}

async function* sourceEntries(
  { source, data }: SourceAnswer,
  { userId, services }: ExportContent,
  missing: Missing[],
): AsyncGenerator<ZipEntry> {
  const { service, call, folder = service, toFilePath, hasAudit = true } = source;
  if (!data) {
    missing.push({ service, what: 'everything' });
    return;
  }
  yield { name: `${service}.json`, input: toJson(data.records ?? {}) };
  for (const file of data.files ?? []) {
    const name = `${folder}/${toFileName(file.id, file.filetype)}`;
    // Undefined also for a file that was deleted meanwhile.
    const read = toFilePath && (await services.get(service, toFilePath(file.id)).catch(() => undefined));
    if (read) yield { name, input: read.content };
    else missing.push({ service, what: name });
  }
  if (!hasAudit) return;
  try {
    yield* auditEntries(service, async (before) => {
      const { data } = await services.call(call, { user_id: userId, part: 'audit', before });
      return data?.[0]?.audit ?? [];
    });
  } catch {
    missing.push({ service, what: 'audit entries' });
  }
}

/** Holds one file in memory at a time. The manifest comes last, since it lists what is missing. */
export async function* listZipEntries(content: ExportContent): AsyncGenerator<ZipEntry> {
  const missing: Missing[] = [];
  const names: string[] = [];
  async function* allEntries(): AsyncGenerator<ZipEntry> {
    yield { name: 'auth.json', input: toJson(content.own.records) };
    yield* auditEntries('auth', content.own.readAudit);
    for (const answer of content.answers) yield* sourceEntries(answer, content, missing);
  }
  for await (const entry of allEntries()) {
    names.push(entry.name);
    yield entry;
  }
  yield {
    name: 'manifest.json',
    input: toJson({ made_at: new Date().toISOString(), files: names, missing }),
  };
}
