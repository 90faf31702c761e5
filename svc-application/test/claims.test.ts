import { createLog, type OpenDatabase, openDatabase, WriteConflict } from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Claim } from '../src/domain/claim.ts';
import { ClaimRepository } from '../src/persistence/claim-repository.ts';

const { mongoUrl, drop } = isolateDatabases();
const key = 'aadhaar:2024:index';
const log = createLog({ name: 'claims', level: 'silent' });

let db: OpenDatabase;
let claims: ClaimRepository;
beforeAll(async () => {
  db = await openDatabase({ url: mongoUrl, service: 'application', log });
  claims = new ClaimRepository(db.connection);
  await db.prepareModels();
});
afterAll(async () => {
  await db.close();
  await drop();
});

const buildClaim = (applicationId: string, freeAfter: Date | null = null): Claim => ({
  key,
  applicationId,
  userId: `user of ${applicationId}`,
  freeAfter,
});

test('gives an expired claim to one of two readers, and to none once it is extended', async () => {
  const expired = buildClaim('first', new Date('2026-01-01'));
  await claims.acquire([expired], new Map());
  const seen = await claims.find([key]);
  await claims.extend(buildClaim('first', new Date('2027-01-01')));
  await expect(claims.acquire([buildClaim('second')], seen)).rejects.toThrow(WriteConflict);
  const extended = await claims.find([key]);
  await claims.acquire([buildClaim('second')], extended);
  await expect(claims.acquire([buildClaim('third')], extended)).rejects.toThrow(WriteConflict);
  expect((await claims.find([key])).get(key)).toMatchObject({ applicationId: 'second', freeAfter: null });
});
