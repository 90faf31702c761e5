import { buildPdf } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpApplication } from './support/service.ts';
import type { CallResult, Form, TestUser } from './support/user.ts';

const portal = setUpApplication();

const typed = { aadhar: '4321', name: 'సీత', language: ['1'], exam_regular: '2' };

const send = (user: TestUser, { form = typed as Form, revision = 0, draft_version = 0 } = {}) =>
  user.call('saveunfinishedform', { form, revision, draft_version });
const toOutcome = ({ http, body }: CallResult) =>
  http === 200 ? (body.data?.[0]?.revision ?? body.status) : body.code;

test('returns what was typed, with its papers and time, on any device until the draft is saved', async () => {
  const user = await portal.createUser();
  const { document_id, filetype } = await user.upload('birthcertificate', buildPdf());
  const form = { ...typed, birthcertificate: [{ document_id, filetype }] };
  expect(await user.readUnfinished()).toEqual({ revision: 0, is_off: false });

  expect(toOutcome(await send(user, { form }))).toBe(1);

  const changed_at = expect.stringMatching(/Z$/);
  expect(await user.readUnfinished()).toEqual({
    revision: 1,
    is_off: false,
    form,
    draft_version: 0,
    changed_at,
  });
  expect(await user.getDraft()).toEqual([]);
  await user.save({ name: 'Saved' });
  expect(await user.readUnfinished()).toEqual({ revision: 2, is_off: false });
  expect(await user.getDraft()).toMatchObject([{ name: 'Saved', draft_version: 1 }]);
});

test('lets one of two devices win, and another applicant see nothing', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  const answers = await Promise.all([1, 2].map(() => send(user)));
  expect(answers.map(toOutcome).sort()).toEqual([1, 'conflict']);
  expect(toOutcome(await send(user, { revision: 1 }))).toBe(2);
  expect(toOutcome(await send(user, { revision: 1 }))).toBe('conflict');
  expect(await other.readUnfinished()).toEqual({ revision: 0, is_off: false });
});

test.each([
  ['a submission', (user: TestUser) => user.submit(), 420],
  ['a save', (user: TestUser) => user.save(), 'conflict'],
  ['turning it off', (user: TestUser) => user.call('deleteunfinishedform', { turn_off: true }), 'conflict'],
])('is deleted by %s, and what was in transit does not bring it back', async (_what, end, late) => {
  const user = await portal.createUser();
  await send(user);
  await end(user);
  expect(toOutcome(await send(user, { revision: 1 }))).toBe(late);
  expect(await user.readUnfinished()).not.toHaveProperty('form');
  expect(JSON.stringify(await portal.database.collection('drafts').find().toArray())).not.toContain('4321');
});

test('stays off for the applicant until it is turned on', async () => {
  const user = await portal.createUser();
  await user.call('deleteunfinishedform', { turn_off: true });
  expect(await user.readUnfinished()).toEqual({ revision: 1, is_off: true });
  await user.call('deleteunfinishedform', { turn_off: false });
  expect(await user.readUnfinished()).toEqual({ revision: 2, is_off: false });
});

test('leaves out papers of others, and is stored unreadable', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  const { document_id, filetype } = await other.upload('birthcertificate', buildPdf());
  await send(user, { form: { ...typed, birthcertificate: [{ document_id, filetype }] } });
  expect(await user.readUnfinished()).toMatchObject({ form: { ...typed, birthcertificate: [] } });
  const row = await portal.database.collection('drafts').findOne({ userId: user.person.id });
  expect(row).toHaveProperty('unfinished');
  expect(JSON.stringify(row)).not.toMatch(/సీత|4321/);
});

test('rejects what another person typed whose session was in this browser', async () => {
  const [user, { person }] = [await portal.createUser(), await portal.createUser()];
  const sent = await user.call('saveunfinishedform', {
    form: typed,
    revision: 0,
    draft_version: 0,
    usr_id: person.id,
  });
  expect(toOutcome(sent)).toBe('forbidden');
  expect((await user.call('deleteunfinishedform', { turn_off: true, usr_id: person.id })).http).toBe(403);
  expect(await user.readUnfinished()).toEqual({ revision: 0, is_off: false });
});

test.each([
  ['a field over its limit', { name: 'x'.repeat(501) }],
  ['two papers of a kind', { image: [1, 2].map((id) => ({ document_id: String(id), filetype: 'jpeg' })) }],
])('rejects %s', async (_what, form) => {
  expect((await send(await portal.createUser(), { form })).http).toBe(400);
});
