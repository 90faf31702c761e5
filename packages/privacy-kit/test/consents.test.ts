import { afterAll, expect, test } from '@jest/globals';
import { type Consent, ConsentRepository } from '../src/consent/consent.ts';
import { openTestDatabase } from './support/test-database.ts';

const testDatabase = await openTestDatabase();
afterAll(() => testDatabase.close());
const consents = new ConsentRepository(testDatabase.db.connection);
await testDatabase.db.prepareModels();

const buildConsent = (changes: Partial<Consent> = {}): Consent => ({
  noticeId: '2024',
  version: 1,
  agreed: true,
  language: 'te',
  at: new Date('2026-11-25T10:00:00Z'),
  how: 'draft',
  ...changes,
});
const LATER = new Date('2026-11-25T11:00:00Z');

test('records the first agreement to a version only', async () => {
  const first = buildConsent();
  await consents.record('first', first);
  await consents.record('first', buildConsent({ at: LATER, language: 'en', how: 'submission' }));
  expect(await consents.list('first')).toEqual([first]);
});

test('records one agreement when ten concurrent transactions record it', async () => {
  const record = () => testDatabase.db.transaction(() => consents.record('ten', buildConsent()));
  await Promise.all(Array.from({ length: 10 }, record));
  expect(await consents.list('ten')).toEqual([buildConsent()]);
});

test('lists each version and each examination of one person only, newest first', async () => {
  const [first, changed] = [buildConsent(), buildConsent({ version: 2, at: LATER })];
  const ofNextYear = buildConsent({ noticeId: '2025', at: new Date('2027-11-25T10:00:00Z') });
  for (const consent of [first, changed, ofNextYear]) await consents.record('lists', consent);
  await consents.record('another', buildConsent());
  expect(await consents.list('lists')).toEqual([ofNextYear, changed, first]);
});

test('records a request without an agreement once, and not after an agreement to the same version', async () => {
  const notAgreed = buildConsent({ agreed: false });
  await consents.record('not', notAgreed);
  await consents.record('not', buildConsent({ agreed: false, at: LATER }));
  expect(await consents.list('not')).toEqual([notAgreed]);

  await consents.record('agreed', buildConsent());
  await consents.record('agreed', notAgreed);
  expect(await consents.list('agreed')).toEqual([buildConsent()]);
});
