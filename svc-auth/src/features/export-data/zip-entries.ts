import type { AuditRecord, Service } from '@archaka/contracts';
import type { ServiceClient } from '@archaka/service-kit';
import { readAuditPages, readFile, type Source, type SourceAnswer } from './sources.ts';

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
  const { service, call, folder = service } = source satisfies Source;
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
