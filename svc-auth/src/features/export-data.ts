import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type AuditRecord,
  type ExportedData,
  exportApplicationData,
  type exportCalls,
  exportDeskData,
  exportPaymentData,
  exportTicketData,
  internalRoutes,
  MAX_EXPORTED_ENTRIES,
  routes,
  type Service,
} from '@archaka/contracts';
import {
  createRateLimiter,
  getUser,
  type ServiceClient,
  toApplicant,
  unauthorized,
} from '@archaka/service-kit';
import { makeZip } from 'client-zip';
import type { Router } from 'express';
import { VERY_FRESH_MINUTES } from '../domain/session.ts';
import type { Dependencies } from './dependencies.ts';
import { toOwnAccount } from './manage-account.ts';

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
const readRecords = (services: ServiceClient, userId: string): Promise<SourceAnswer[]> =>
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

const EXPORT_LIMIT = { name: 'exports', points: 5, seconds: 24 * 3600 };

async function readOwnRecords({ accounts, consents, sessions }: Dependencies, userId: string) {
  const account = await accounts.find(userId);
  if (!account) throw unauthorized();
  return {
    account: [{ ...toOwnAccount(account), messages_by_sms: !account.no_texts }],
    consents: await consents.list(userId),
    sign_ins: (await sessions.list(userId)).map(({ signIn: { at, browser, system, own_device } }) => ({
      at,
      browser,
      system,
      own_device,
    })),
  };
}

/** `GET /api/my-data`: all of the own data as one zip, streamed. 401 unless the sign-in is very fresh. */
export function registerExportDataRoute(router: Router, deps: Dependencies): void {
  const { db, guard, sessions, services, audit } = deps;
  const limit = createRateLimiter(db, EXPORT_LIMIT);
  router.get(routes.exportMyData.path, guard.applicant, async (_request, response) => {
    const user = getUser(response);
    await sessions.assertFresh(user.sid, VERY_FRESH_MINUTES);
    await limit.consume(user.id);
    const records = await readOwnRecords(deps, user.id);
    const answers = await readRecords(services, user.id);
    const missing = answers.filter(({ data }) => !data).map(({ source }) => source.service);
    await audit.record({
      action: 'data.exported',
      actor: toApplicant(user),
      detail: { missing: missing.length },
    });
    response.set({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"',
      'cache-control': 'private, no-store',
      'x-missing-services': missing.join(','),
    });
    const readAudit = (before: string | undefined) =>
      audit.list({ userId: user.id, before, limit: MAX_EXPORTED_ENTRIES });
    const zip = makeZip(listZipEntries({ userId: user.id, own: { records, readAudit }, answers, services }));
    await pipeline(Readable.fromWeb(zip as never), response).catch(() => response.destroy());
  });
}
