import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { expect, test } from '@jest/globals';
import { setUpApplication } from './support/service.ts';
import type { Form, TestUser } from './support/user.ts';

const agreement = { notice_version: 1, notice_language: 'te' };
const portal = setUpApplication();

const listConsents = async (user: TestUser) => (await user.call('getconsents')).body.data;
const agreed = (how: string, changes: Form = {}) => ({
  notice_id: '2024',
  version: 1,
  agreed: true,
  language: 'te',
  at: expect.any(String),
  how,
  ...changes,
});

test.each([
  ['draft', 'saveapplicationform', 'te'],
  ['submission', 'submitapplicationform', 'en'],
])(
  'records the agreement of five concurrent forms as one of a %s, and lists it to its owner only',
  async (how, call, language) => {
    const [user, another] = [await portal.createUser(), await portal.createUser()];
    const form = await user.form({ save_id: 2, ...agreement, notice_language: language });
    const answers = await Promise.all(Array.from({ length: 5 }, () => user.call(call, form)));
    expect(answers.map(({ body }) => body.status)).toEqual(Array(5).fill(200));
    expect(await listConsents(user)).toEqual([agreed(how, { language })]);
    expect(await listConsents(another)).toEqual([]);
  },
);

test('records a request without a version as not agreed, and the agreement of a later edit', async () => {
  const user = await portal.createUser();
  expect((await user.submit()).body.status).toBe(200);
  const { language: _language, ...notAgreed } = agreed('submission', { agreed: false });
  expect(await listConsents(user)).toEqual([notAgreed]);
  const [listed] = await user.listApplications();
  const id = String(listed?.application_id);
  expect((await user.edit(id, { ...agreement, name: 'Renamed' })).body.status).toBe(200);
  expect(await listConsents(user)).toEqual([agreed('edit'), notAgreed]);
});

test('records neither consent nor audit entry when the submission is rolled back', async () => {
  const user = await portal.createUser();
  await portal.database.command({ collMod: 'versions', validator: { userId: 'nobody' } });
  expect((await user.submit(agreement)).http).toBe(500);
  await portal.database.command({ collMod: 'versions', validator: {} });
  expect(await listConsents(user)).toEqual([]);
  expect(await portal.count('audit_entries', { 'subject.userId': user.person.id })).toBe(0);
  expect((await user.submit(agreement)).body.status).toBe(200);
  expect(await listConsents(user)).toEqual([agreed('submission')]);
});

test('rejects another version with the current notice in a save, a submission and an edit, and stores nothing', async () => {
  const user = await portal.createUser();
  const [examination] = (await user.call('getexamination')).body.data;
  const changed = { code: 'notice-changed', privacy_notice: examination?.privacy_notice };
  for (const send of [user.save, user.submit])
    expect(await send({ notice_version: 2 })).toMatchObject({ http: 409, body: changed });
  expect([await user.getDraft(), await user.listApplications(), await listConsents(user)]).toEqual([
    [],
    [],
    [],
  ]);
  await user.submit(agreement);
  const [listed] = await user.listApplications();
  const edited = await user.edit(String(listed?.application_id), { name: 'Renamed', notice_version: 7 });
  expect(edited.body.code).toBe('notice-changed');
  expect(await user.listApplications()).toEqual([listed]);
});

// Last, since it restarts the service.
test('requires an agreement to a changed notice, and records it in addition', async () => {
  const user = await portal.createUser();
  await user.save(agreement);
  const { privacy_notice } = exam2024;
  await portal.restart(await portal.writeExam({ privacy_notice: { ...privacy_notice, version: 2 } }));
  expect((await user.save({ ...agreement, name: 'Second' })).body.code).toBe('notice-changed');
  expect(await user.getDraft()).toMatchObject([{ draft_version: 1 }]);
  expect((await user.save({ ...agreement, name: 'Second', notice_version: '2' })).body.status).toBe(200);
  expect(await listConsents(user)).toEqual([agreed('draft', { version: 2 }), agreed('draft')]);
});
