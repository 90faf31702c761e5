import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { writeExamination } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import type { Form, TestUser } from './support/user.ts';

const agreement = { notice_version: 1, notice_language: 'te' };

let portal: RunningApplication;
let folder: string;
let changedExamFile: string;
beforeAll(async () => {
  [portal, folder] = await Promise.all([startApplication(), mkdtemp(join(tmpdir(), 'exam-'))]);
  const { privacy_notice } = exam2024;
  const changed = { privacy_notice: { ...privacy_notice, version: 2 } };
  changedExamFile = await writeExamination(folder, changed);
});
afterAll(async () => {
  await portal?.stop();
  await rm(folder, { recursive: true });
});

const listConsents = async (user: TestUser) => (await user.call('getconsents')).body.data;
const readRows = (user: TestUser) =>
  portal.database.collection('consents').find({ userId: user.person.id }).toArray();
const agreed = (how: string, changes: Form = {}) => ({
  notice_id: '2024',
  version: 1,
  agreed: true,
  language: 'te',
  at: expect.any(String),
  how,
  ...changes,
});

test('records the agreement of a saved draft once, and lists it to its owner only', async () => {
  const [user, another] = [await portal.createUser(), await portal.createUser()];
  expect((await user.save(agreement)).body.status).toBe(200);
  expect((await user.save({ ...agreement, name: 'Second' })).body.status).toBe(200);
  expect(await listConsents(user)).toEqual([agreed('draft')]);
  expect(await listConsents(another)).toEqual([]);
  expect(await readRows(user)).toEqual([
    {
      _id: `${user.person.id}:2024:1:agreed`,
      userId: user.person.id,
      noticeId: '2024',
      version: 1,
      agreed: true,
      language: 'te',
      at: expect.any(Date),
      how: 'draft',
    },
  ]);
});

test('records a request without a version as not agreed, and a later agreement', async () => {
  const user = await portal.createUser();
  expect((await user.submit()).body.status).toBe(200);
  const { language: _language, ...notAgreed } = agreed('submission', { agreed: false });
  expect(await listConsents(user)).toEqual([notAgreed]);

  const [listed] = await user.listApplications();
  const edit = await user.form({ ...agreement, id: listed?.application_id, save_id: 2 });
  expect((await user.call('upadteapplication', edit)).body.status).toBe(200);
  const { name: _name, ...unnamed } = edit;
  expect((await user.call('upadteapplication', { ...unnamed, name: 'Renamed' })).body.status).toBe(200);
  expect(await listConsents(user)).toEqual([agreed('edit'), notAgreed]);
});

test('records nothing when the submission is rolled back', async () => {
  const user = await portal.createUser();
  await portal.database.command({ collMod: 'versions', validator: { userId: 'nobody' } });
  try {
    expect((await user.submit(agreement)).http).toBe(500);
    expect(await readRows(user)).toEqual([]);
  } finally {
    await portal.database.command({ collMod: 'versions', validator: {} });
  }
  expect((await user.submit(agreement)).body.status).toBe(200);
  expect(await listConsents(user)).toEqual([agreed('submission')]);
});

test('rejects another version with the current notice, and stores nothing', async () => {
  const user = await portal.createUser();
  const [examination] = (await user.call('getexamination')).body.data;
  for (const answer of [await user.save({ notice_version: 2 }), await user.submit({ notice_version: 2 })])
    expect([answer.http, answer.body]).toMatchObject([
      409,
      { code: 'notice-changed', privacy_notice: examination?.privacy_notice },
    ]);
  expect([await user.getDraft(), await user.listApplications(), await readRows(user)]).toEqual([[], [], []]);
});

test('rejects an edit under another version and leaves the application unchanged', async () => {
  const user = await portal.createUser();
  await user.submit(agreement);
  const [listed] = await user.listApplications();
  const edit = await user.form({
    id: listed?.application_id,
    save_id: 2,
    name: 'Renamed',
    notice_version: 7,
  });
  expect((await user.call('upadteapplication', edit)).body.code).toBe('notice-changed');
  expect(await user.listApplications()).toEqual([listed]);
});

test('requires an agreement to a changed notice, and records it in addition', async () => {
  const user = await portal.createUser();
  await user.save(agreement);
  const changed = await portal.restart({ EXAM_FILE: changedExamFile });
  try {
    expect((await user.save({ ...agreement, name: 'Second' })).body.code).toBe('notice-changed');
    expect(await user.getDraft()).toMatchObject([{ draft_version: 1 }]);
    expect((await user.save({ ...agreement, name: 'Second', notice_version: '2' })).body.status).toBe(200);
    expect(await listConsents(user)).toEqual([agreed('draft', { version: 2 }), agreed('draft')]);
  } finally {
    await changed.stop();
  }
});
