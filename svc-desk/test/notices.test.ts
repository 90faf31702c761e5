import { type DeskNotice, noticeChanged, type PublicExamination } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openDesk } from './support/open-desk.ts';

const desk = await openDesk({
  services: ['application'],
  team: ['administrator', 'senior-clerk', 'help-desk', 'auditor'],
});
const { broker, database, portal } = desk;
const send = desk.send<DeskNotice>;

const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const buildContent = (changes: object = {}) => ({
  text: 'The office is closed on Friday',
  text_te: 'శుక్రవారం కార్యాలయం మూసి ఉంటుంది',
  from: fromNow(-1),
  until: fromNow(24),
  ...changes,
});

/** The notice's id and newest revision, as the calls name them. */
function toSeen({ data: [notice] }: { readonly data: readonly DeskNotice[] }) {
  const newest = notice?.revisions[0];
  if (!newest) throw new Error('no notice');
  return { notice_id: notice.id, revision: newest.revision };
}

const propose = (name = 'senior-clerk', changes: object = {}) =>
  send(name, 'proposenotice', buildContent(changes));

async function readPublic(noticeId: string) {
  const response = await fetch(`${portal.services.application.url}/api/dashboard/getexamination`);
  const [examination] = ((await response.json()) as { data: PublicExamination[] }).data;
  return examination?.notices?.find(({ id }) => id === noticeId);
}

/** Events are published after the answer to the call. */
const findEvents = async (noticeId: string, count: number) => {
  await eventually(() => broker.eventsOfType(noticeChanged, noticeId).length >= count);
  return broker.eventsOfType(noticeChanged, noticeId);
};

/** Events are published in their order: an earlier one would be there once a later notice's is. */
async function expectNoEvents(noticeId: string) {
  const later = toSeen(await propose());
  await send('administrator', 'publishnotice', later);
  await findEvents(later.notice_id, 1);
  expect(broker.eventsOfType(noticeChanged, noticeId)).toEqual([]);
}

const readHistory = async (noticeId: string) =>
  (await send('auditor', 'getnotices')).data
    .find(({ id }) => id === noticeId)
    ?.revisions.map(({ revision, state, by, text }) => [revision, state, by, text]);

test('a notice is on the portal once another person has published it', async () => {
  const content = buildContent();
  const proposed = await send('senior-clerk', 'proposenotice', content);
  const seen = toSeen(proposed);
  expect(proposed.data).toMatchObject([{ is_own_proposal: true, revisions: [{ state: 'proposed' }] }]);
  const published = await send('administrator', 'publishnotice', seen);
  expect(published).toMatchObject({ status: 200, data: [{ is_own_proposal: false }] });
  await eventually(() => readPublic(seen.notice_id));
  expect(await readPublic(seen.notice_id)).toEqual({ ...content, id: seen.notice_id });
  expect(await readHistory(seen.notice_id)).toEqual([
    [2, 'published', 'administrator', content.text],
    [1, 'proposed', 'senior-clerk', content.text],
  ]);
  expect(await findEvents(seen.notice_id, 1)).toMatchObject([{ revision: 2 }]);
});

test('the one who has proposed a notice cannot publish it', async () => {
  const seen = toSeen(await propose('administrator'));
  expect(await send('administrator', 'publishnotice', seen)).toMatchObject({ http: 200, status: 421 });
  expect(await readHistory(seen.notice_id)).toHaveLength(1);
  await expectNoEvents(seen.notice_id);
});

test('a change replaces the published notice once it is published, too, and an end removes it', async () => {
  const first = toSeen(await propose());
  await send('administrator', 'publishnotice', first);
  const second = { ...first, revision: 2 };
  const changed = await propose('senior-clerk', { text: 'Open again', replaces: second });
  await eventually(() => readPublic(first.notice_id));
  expect(await readPublic(first.notice_id)).toMatchObject({ text: buildContent().text });
  await send('administrator', 'publishnotice', toSeen(changed));
  await eventually(async () => (await readPublic(first.notice_id))?.text === 'Open again');

  const ended = await send('administrator', 'endnotice', { ...first, revision: 4 });
  expect(ended.status).toBe(200);
  await eventually(async () => !(await readPublic(first.notice_id)));
  expect((await readHistory(first.notice_id))?.map(([, state]) => state)).toEqual([
    'ended',
    'published',
    'proposed',
    'published',
    'proposed',
  ]);
  const events = await findEvents(first.notice_id, 3);
  expect(events.map(({ revision }) => revision).sort()).toEqual([2, 4, 5]);
  expect((await propose('senior-clerk', { replaces: { ...first, revision: 5 } })).status).toBe(420);
});

test('a proposal that is withdrawn was never on the portal', async () => {
  const seen = toSeen(await propose());
  expect((await send('administrator', 'endnotice', seen)).status).toBe(200);
  expect((await send('administrator', 'publishnotice', { ...seen, revision: 2 })).status).toBe(420);
  await expectNoEvents(seen.notice_id);
});

test('what somebody has not seen is not published, and two publish one revision once', async () => {
  const seen = toSeen(await propose());
  await propose('senior-clerk', { text: 'Another text', replaces: seen });
  expect((await send('administrator', 'publishnotice', seen)).status).toBe(420);
  const newest = { ...seen, revision: 2 };
  const answers = await Promise.all(
    [1, 2].map(async () => (await send('administrator', 'publishnotice', newest)).status),
  );
  expect(answers.sort()).toEqual([200, 420]);
  const events = await findEvents(seen.notice_id, 1);
  expect(events).toMatchObject([{ revision: 3, text: 'Another text' }]);
});

test('each change is for its roles, and recorded', async () => {
  const seen = toSeen(await propose());
  for (const [name, call, body] of [
    ['help-desk', 'proposenotice', buildContent()],
    ['auditor', 'proposenotice', buildContent()],
    ['senior-clerk', 'publishnotice', seen],
    ['senior-clerk', 'endnotice', seen],
  ] as const)
    expect((await send(name, call, body)).http).toBe(403);
  await send('administrator', 'publishnotice', seen);
  await send('administrator', 'endnotice', { ...seen, revision: 2 });
  const entries = database.collection('audit_entries');
  const recorded = await entries
    .find({ 'detail.notice': seen.notice_id })
    .sort({ 'detail.revision': 1 })
    .toArray();
  expect(recorded.map(({ action, actor, detail }) => [action, actor.id, detail.revision])).toEqual([
    ['notice.proposed', 'local-senior-clerk', 1],
    ['notice.published', 'local-administrator', 2],
    ['notice.ended', 'local-administrator', 3],
  ]);
});

test.each([
  ['without Telugu', { text_te: ' ' }],
  ['of 301 letters', { text: 'a'.repeat(301) }],
  ['that ends before it begins', { from: fromNow(3), until: fromNow(2) }],
  ['that is over', { from: fromNow(-3), until: fromNow(-2) }],
])('rejects a notice %s', async (_what, changes) => {
  expect((await propose('senior-clerk', changes)).http).toBe(400);
});

test('changes no notice of an unknown id', async () => {
  const unknown = { notice_id: 'unknown', revision: 1 };
  for (const call of ['publishnotice', 'endnotice'])
    expect((await send('administrator', call, unknown)).status).toBe(420);
});
