import { filledForm } from '@archaka/contracts';
import { buildFormPaper } from '@archaka/test-kit';
import { afterEach, expect, test } from '@jest/globals';
import { setUpApplication } from './support/service.ts';
import type { CallResult } from './support/user.ts';

const portal = setUpApplication();
afterEach(() => {
  portal.payment.mode = 'ok';
});

test('returns a draft complete after a save, and does not list it [S-7.6] [S-7.11]', async () => {
  const user = await portal.createUser();
  const { http, body } = await user.save({ name: 'శ్రీ రామ' });
  expect([http, body.status]).toEqual([200, 200]);
  const [draft] = await user.getDraft();
  expect(filledForm.parse(draft)).toMatchObject({
    application_id: body.data[0]?.application_id,
    aadhar: user.person.aadhar,
    number: user.person.number,
    entry_by: user.person.id,
    name: 'శ్రీ రామ',
    save_id: 1,
    amount: 100,
    birthcertificate: [{ filetype: 'pdf' }],
    image: [{ filetype: 'jpeg' }],
    image_ind: 0,
  });
  expect(await user.listApplications()).toEqual([]);
});

test('rejects what the ticket cannot show', async () => {
  const user = await portal.createUser();
  const { body } = await user.save({ name: 'سید', father_name: '\u3164', postal_address: '4-12 \u202eదారి' });
  expect(body.errors?.map(({ message }) => message)).toEqual([
    'The ticket cannot show this character. Please write it in another way: U+0633 س',
    'Please Enter Father Name',
    'Please Enter Postal Address',
  ]);
});

test.each([
  ["wrong files before another's form", 'x', 400],
  ['a paper over 2 MB', 'x'.repeat(2 * 1024 * 1024 + 10), 413],
])('rejects %s in a form', async (_what, content, status) => {
  const user = await portal.createUser();
  const birthcertificate = buildFormPaper(Buffer.from(content));
  expect((await user.save({ birthcertificate, entry_by: 'other' })).http).toBe(status);
});

const getOutcome = ({ http, body }: CallResult) => (http === 200 ? body.status : body.code);
const getVersion = ({ body }: CallResult) => body.data[0]?.draft_version as number;
const conflict = [409, 'conflict', expect.stringContaining('in another window')];
const toProblem = ({ http, body }: CallResult) => [http, body.code, body.title];

/** A user with a saved draft; `version` is its version. */
async function createUserWithDraft() {
  const user = await portal.createUser();
  const saved = await user.save({ name: 'First' });
  return { user, id: String(saved.body.data[0]?.application_id), version: getVersion(saved) };
}

test('returns its version, which grows with each save', async () => {
  const { user, id, version } = await createUserWithDraft();
  expect(version).toBe(1);
  expect(await user.getDraft()).toMatchObject([{ draft_version: 1 }]);
  const again = await user.save({ name: 'Second', draft_version: '1' });
  expect(again.body.data).toEqual([{ application_id: id, draft_version: 2 }]);
  expect(getVersion(await user.save({ name: 'As before' }))).toBe(3);
});

test.each([
  ['the same draft', async () => (await createUserWithDraft()).user, 1],
  ['no draft', () => portal.createUser(), 0],
])('lets one of eight tabs begun with %s win', async (_what, createUser, draft_version) => {
  const user = await createUser();
  const forms = await Promise.all(
    Array.from({ length: 8 }, (_, tab) => user.form({ name: `Tab ${tab}`, draft_version })),
  );
  const answers = await Promise.all(forms.map((form) => user.call('saveapplicationform', form)));
  expect(answers.map(getOutcome).sort()).toEqual([200, ...Array(7).fill('conflict')]);
  const winner = answers.findIndex(({ http }) => http === 200);
  expect(await user.getDraft()).toMatchObject([{ name: `Tab ${winner}`, draft_version: draft_version + 1 }]);
});

test('treats a repeated save after a lost response as the same save', async () => {
  const { user, version } = await createUserWithDraft();
  const form = await user.form({ name: 'Second', draft_version: version });
  const first = await user.call('saveapplicationform', form);
  const again = await user.call('saveapplicationform', form);
  expect(again.body).toEqual(first.body);
});

test.each([
  ['submitapplicationform', 2],
  ['paidSubmitapplicationform', 'its id'],
])('submits nothing when %s is based on an older draft', async (name, target) => {
  const { user, id, version } = await createUserWithDraft();
  await user.save({ name: 'By the other tab' });
  const form = { save_id: 2, application_id: target === 2 ? 2 : id };
  const outdated = await user.form({ ...form, draft_version: version });
  expect(toProblem(await user.call(name, outdated))).toEqual(conflict);
  expect(await user.listApplications()).toEqual([]);
  expect(await user.getDraft()).toMatchObject([{ name: 'By the other tab', draft_version: 2 }]);
  const current = await user.form({ ...form, draft_version: 2 });
  const first = await user.call(name, current);
  expect(first.body.orderId?.id).toMatch(/^order_/);
  expect((await user.call(name, current)).body).toEqual(first.body);
});

test('never lets a concurrent save and submission of two tabs both succeed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { user, id, version: draft_version } = await createUserWithDraft();
    const [submission, save] = await Promise.all([
      user.form({ name: 'Submitted', save_id: 2, application_id: id, draft_version }),
      user.form({ name: 'Saved', draft_version }),
    ]);
    const answers = await Promise.all([
      user.call('paidSubmitapplicationform', submission),
      user.call('saveapplicationform', save),
    ]);
    const [submitted, saved] = answers.map(getOutcome);
    expect(['200 conflict', '200 420', 'conflict 200']).toContain(`${submitted} ${saved}`);
    expect(await user.getDraft()).toHaveLength(saved === 200 ? 1 : 0);
  }
});

test('rejects the other tab’s older form after a submission without an order', async () => {
  portal.payment.mode = 'down';
  const { user, id, version } = await createUserWithDraft();
  await user.pay({ application_id: id, name: 'Submitted', draft_version: version });
  const [draft] = await user.getDraft();
  expect(draft).toMatchObject({ name: 'Submitted', draft_version: 2 });
  const outdated = { application_id: id, name: 'Older', draft_version: version };
  expect(toProblem(await user.save(outdated))).toEqual(conflict);
  expect(toProblem(await user.pay(outdated))).toEqual(conflict);
  expect(getVersion(await user.save({ ...outdated, name: 'Newer', draft_version: 2 }))).toBe(3);
});
