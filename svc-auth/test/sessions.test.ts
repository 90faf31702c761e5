import { findCollectionScans } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { hashOpaqueId } from '../src/domain/session.ts';
import { SessionRepository } from '../src/persistence/session-repository.ts';
import { createAuthStore } from './support/auth-store.ts';

const { db, parts: sessions } = createAuthStore(
  (database, personal) => new SessionRepository(database, personal),
);

test('finds many sessions with one MongoDB query that uses the index of their ids', async () => {
  const owner = { account_id: 'a1', number: '9876543210', name: 'Ravi' };
  const device = { browser: 'Chrome', system: 'Android', own_device: false };
  const ids = await Promise.all(Array.from({ length: 500 }, () => sessions().open(owner, device)));
  await sessions().end(ids[499] ?? '');
  const hashes = ids.map(hashOpaqueId);
  const found = await findCollectionScans(db().connection, async () =>
    expect(await sessions().findEnded(hashes)).toEqual([hashes[499]]),
  );
  expect(found).toEqual({ queries: 1, scanned: [] });
});
