import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_EXPORTED_ENTRIES, routes } from '@archaka/contracts';
import { createRateLimiter, getUser, toApplicant, unauthorized } from '@archaka/service-kit';
import { makeZip } from 'client-zip';
import type { Router } from 'express';
import { VERY_FRESH_MINUTES } from '../domain/session.ts';
import type { Dependencies } from './dependencies.ts';
import { listZipEntries, readRecords } from './export-zip.ts';
import { toOwnAccount } from './manage-account.ts';

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
