import { forbidden, tooMany, type User } from '@archaka/service-kit';
import type { Stores } from '../../store/stores.ts';
import type { TakenFiles } from './take-files.ts';

/** Documents touched since then have their time before the sweep still before them. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/**
 * Stores the files that a form brought, before the transaction that names them: nothing names them
 * for 30 days if that fails. Files stored long ago get their time again.
 * @throws Refusal 429 when the user brought too many files today.
 */
export async function keepFiles(
  { brought, stored }: TakenFiles,
  { user, stores: { documents, uploadQuota } }: { user: Pick<User, 'id'>; stores: Stores },
): Promise<void> {
  const old = stored.filter(({ touchedAt }) => touchedAt.getTime() < Date.now() - FRESH_MS);
  const renewed = old.length === 0 ? 0 : await documents.touch(old.map(({ documentId }) => documentId));
  if (renewed < old.length) throw forbidden();
  if (brought.length === 0) return;
  const wait = await uploadQuota.waitFor(user.id, brought.length);
  if (wait > 0) throw tooMany(wait);
  const kept = await Promise.all(brought.map(documents.keep));
  await uploadQuota.count(user.id, kept.filter(Boolean).length);
}
