import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AuditRecord, MAX_EXPORTED_ENTRIES, routes } from '@archaka/contracts';
import {
  type AuditLog,
  type ConsentRepository,
  type Guard,
  getUser,
  type RateLimiter,
  type ServiceClient,
  toApplicant,
  unauthorized,
} from '@archaka/service-kit';
import { makeZip } from 'client-zip';
import type { Router } from 'express';
import { VERY_FRESH_MINUTES } from '../../domain/session.ts';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import { toOwnAccount } from '../get-account/own-account.ts';
import { readRecords } from './sources.ts';
import { listZipEntries } from './zip-entries.ts';

export const EXPORT_LIMIT = { name: 'exports', points: 5, seconds: 24 * 3600 };

interface ExportDependencies {
  readonly guard: Guard;
  readonly sessions: SessionRepository;
  readonly accounts: AccountRepository;
  readonly consents: ConsentRepository;
  readonly services: ServiceClient;
  readonly audit: AuditLog;
  readonly limit: RateLimiter;
}

async function readOwnRecords({ accounts, consents, sessions }: ExportDependencies, userId: string) {
  const account = await accounts.find(userId);
  if (!account) throw unauthorized();
  return {
    account: [{ ...toOwnAccount(account), messages_by_sms: !account.no_texts }],
    consents: await consents.list(userId),
    sign_ins: (await sessions.list(userId)).map(({ signIn: { at, browser, system, own_device } }) => ({
      ...{ at, browser, system, own_device },
    })),
  };
}

async function* readOwnAudit(audit: AuditLog, userId: string): AsyncGenerator<AuditRecord[]> {
  let before: string | undefined;
  do {
    const page = await audit.list({ userId, before, limit: MAX_EXPORTED_ENTRIES });
    yield page;
    before = page.at(-1)?.id;
  } while (before !== undefined);
}

/** `GET /api/my-data`: all of the own data as one zip, streamed. 401 unless the sign-in is very fresh. */
export function registerExportDataRoute(router: Router, deps: ExportDependencies): void {
  const { guard, sessions, services, audit, limit } = deps;
  router.get(routes.exportMyData.path, guard.applicant, async (_request, response) => {
    const user = getUser(response);
    if (!(await sessions.isFresh(user.sid, VERY_FRESH_MINUTES))) throw unauthorized();
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
    const own = { records, readAudit: () => readOwnAudit(audit, user.id) };
    const zip = makeZip(listZipEntries({ userId: user.id, own, answers, services }));
    await pipeline(Readable.fromWeb(zip as never), response).catch(() => response.destroy());
  });
}
