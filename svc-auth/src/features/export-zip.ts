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

interface Source {
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

/** All audit entries, by pages. @throws DependencyUnavailable */
async function* readAuditPages(
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
async function readFile(
  services: ServiceClient,
  { service, toFilePath }: Source,
  { id }: ExportedFile,
): Promise<Buffer> {
  if (!toFilePath) throw new Error(`svc-${service} has no files`);
  return (await services.get(service, toFilePath(id))).content;
}

export interface ZipEntry {
  readonly name: string;
  readonly input: string | Buffer;
}

interface Missing {
  readonly service: Service;
  readonly what: string;
}

export interface ExportContent {
  readonly userId: string;
  readonly own: { readonly records: object; readonly readAudit: () => AsyncIterable<AuditRecord[]> };
  readonly answers: readonly SourceAnswer[];
  readonly services: ServiceClient;
}

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const toFileName = (id: string, filetype: string): string =>
  `${id.replace(/[^\w-]/g, '_')}.${filetype.replace(/\W/g, '')}`;

async function* auditEntries(
  service: Service,
  pages: AsyncIterable<AuditRecord[]>,
): AsyncGenerator<ZipEntry> {
  let count = 0;
  for await (const page of pages) {
    count += 1;
    if (page.length > 0) yield { name: `audit/${service}-${count}.json`, input: toJson(page) };
  }
}

async function* sourceEntries(
  { source, data }: SourceAnswer,
  { userId, services }: ExportContent,
  missing: Missing[],
): AsyncGenerator<ZipEntry> {
  const { service, call, folder = service } = source;
  if (!data) {
    missing.push({ service, what: 'everything' });
    return;
  }
  yield { name: `${service}.json`, input: toJson(data.records ?? {}) };
  for (const file of data.files ?? []) {
    const name = `${folder}/${toFileName(file.id, file.filetype)}`;
    const input = await readFile(services, source, file).catch(() => undefined);
    if (input) yield { name, input };
    else missing.push({ service, what: name });
  }
  try {
    yield* auditEntries(service, readAuditPages(services, { call, userId }));
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
    yield* auditEntries('auth', content.own.readAudit());
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
