import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import type { CallResult, TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());
afterEach(() => {
  portal.payment.mode = 'ok';
});

const getOutcome = ({ http, body }: CallResult) => (http === 200 ? body.status : body.code);
const getVersion = ({ body }: CallResult) => body.data[0]?.draft_version as number;
const conflict = [409, 'conflict', expect.stringContaining('in another window')];
const toProblem = ({ http, body }: CallResult) => [http, body.code, body.title];

/** A user whose draft was saved; `version` is its version. */
async function createUserWithDraft(): Promise<{ user: TestUser; id: string; version: number }> {
  const user = await portal.createUser();
  const saved = await user.save({ name: 'First' });
  return { user, id: String(saved.body.data[0]?.application_id), version: getVersion(saved) };
}

test('when a draft is saved, then its version is told, and grows with each save', async () => {
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
])('when eight tabs begun with %s save at once, then one wins', async (_what, createUser, draft_version) => {
  const user = await createUser();
  const forms = await Promise.all(
    Array.from({ length: 8 }, (_, tab) => user.form({ name: `Tab ${tab}`, draft_version })),
  );
  const answers = await Promise.all(forms.map((form) => user.call('saveapplicationform', form)));
  expect(answers.map(getOutcome).sort()).toEqual([200, ...Array(7).fill('conflict')]);
  const winner = answers.findIndex(({ http }) => http === 200);
  expect(await user.getDraft()).toMatchObject([{ name: `Tab ${winner}`, draft_version: draft_version + 1 }]);
});

test('when a save is sent again because its answer was lost, then it is the same save', async () => {
  const { user, version } = await createUserWithDraft();
  const form = await user.form({ name: 'Second', draft_version: version });
  const first = await user.call('saveapplicationform', form);
  const again = await user.call('saveapplicationform', form);
  expect(again.body).toEqual(first.body);
});

test.each([
  ['submitapplicationform', 2],
  ['paidSubmitapplicationform', 'its id'],
])('when %s comes from an older draft, then nothing is submitted', async (name, target) => {
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

test('when one tab submits while the other saves, then never both succeed', async () => {
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
    expect([
      [200, 'conflict'],
      [200, 420],
      ['conflict', 200],
    ]).toContainEqual([submitted, saved]);
    expect(await user.getDraft()).toHaveLength(saved === 200 ? 1 : 0);
  }
});

test('when a submission got no order, then the other tab’s older form neither saves nor submits over it', async () => {
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

test.each([-1, 1.5, 'one', {}])('when the version is %p, then the form is refused', async (draft_version) => {
  const user = await portal.createUser();
  expect((await user.save({ draft_version })).http).toBe(400);
});
