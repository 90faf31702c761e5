import {
  applicationSubmitted,
  type DeskExamination,
  examinationRevised,
  orderCreated,
  type PublicExamination,
} from '@archaka/contracts';
import { buildApplicationForm, eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openDesk } from './support/open-desk.ts';

const desk = await openDesk({
  services: ['application', 'payment'],
  team: ['administrator', 'senior-clerk', 'help-desk', 'auditor'],
});
const { broker, database, portal } = desk;

async function send(name: string, call: string, body: object = {}) {
  const { data, ...answer } = await desk.send<DeskExamination>(name, call, body);
  return { ...answer, examination: data[0] };
}

async function read(): Promise<DeskExamination> {
  const { examination } = await send('auditor', 'getexaminationsettings');
  if (!examination) throw new Error('no settings');
  return examination;
}
const readRevision = async () => (await read()).revisions[0]?.revision ?? 0;

/** What the desk shows as current, with changes. */
async function propose(changes: object, name = 'senior-clerk') {
  const { current } = await read();
  return send(name, 'proposesettings', { ...current, ...changes, revision: await readRevision() });
}

async function publish(changes: object): Promise<void> {
  await propose(changes);
  const answer = await send('administrator', 'publishsettings', { revision: await readRevision() });
  expect(answer).toMatchObject({ http: 200, status: 200 });
}

async function readPublic(): Promise<PublicExamination> {
  const response = await fetch(`${portal.services.application.url}/api/dashboard/getexamination`);
  const [examination] = ((await response.json()) as { data: PublicExamination[] }).data;
  if (!examination) throw new Error('no examination');
  return examination;
}
const waitForPublic = (facts: Partial<PublicExamination>) =>
  eventually(async () => {
    const examination = await readPublic();
    return Object.entries(facts).every(
      ([name, value]) => JSON.stringify(Object(examination)[name]) === JSON.stringify(value),
    );
  });

/** The amount of the order that a new applicant's submission leads to, or the refusal. */
async function submit() {
  const applicant = await portal.registerApplicant();
  const form = await buildApplicationForm(applicant.person, { save_id: 2 });
  const { http, body } = await applicant.call('submitapplicationform', form);
  const readRecord = async () =>
    (await applicant.call('getticketsandprofile', {})).body.data?.[0] as unknown as { amount: number };
  return { http, body, readRecord, person: applicant.person };
}

test('a change is in effect once another person has published it, and stays in the history', async () => {
  const { current: first } = await read();
  const contacts = { ...first.contacts, office: `0866-${Date.now()}`.slice(0, 18), example: false };
  const before = await readRevision();
  const proposed = await propose({ contacts });
  expect(proposed).toMatchObject({ status: 200, examination: { is_own_proposal: true, current: first } });
  await propose({ contacts });
  expect((await readPublic()).contacts).toEqual(first.contacts);
  const published = await send('administrator', 'publishsettings', { revision: before + 2 });
  expect(published.examination).toMatchObject({ is_own_proposal: false, current: { ...first, contacts } });
  await waitForPublic({ contacts });
  const { revisions } = await read();
  expect(revisions.slice(0, 3).map(({ revision, state, by }) => [revision, state, by])).toEqual([
    [before + 3, 'published', 'administrator'],
    [before + 2, 'proposed', 'senior-clerk'],
    [before + 1, 'proposed', 'senior-clerk'],
  ]);
  expect(revisions[0]).toMatchObject({ before: first, settings: { ...first, contacts } });
});

test('texts of messages are a part of what is proposed and published', async () => {
  const { texts: former } = (await read()).current;
  const paid = { template: '1107161234567890123', wording: '##application##: ₹ అందింది. Paid: ##link##' };
  const { rejected: _stopped, ...others } = former;
  const texts = { ...others, paid };
  await publish({ texts });
  const { current, revisions } = await read();
  expect(current.texts).toEqual(texts);
  expect(revisions[0]).toMatchObject({ settings: { texts }, before: { texts: former } });
  const revised = await eventually(() =>
    broker
      .eventsOfType(examinationRevised, '2024')
      .find(({ revision }) => revision === revisions[0]?.revision),
  );
  expect(revised.settings.texts).toEqual(texts);
  expect(await readPublic()).not.toHaveProperty('texts');
  await publish({ texts: former });
});

test('applications are accepted by the closing that was published last, without a restart', async () => {
  const { closes: later } = (await read()).current;
  expect((await submit()).body.status).toBe(200);
  const closes = new Date(Date.now() + 8000).toISOString();
  await publish({ closes });
  await waitForPublic({ closes });
  await eventually(() => Date.now() > Date.parse(closes));
  expect(await submit()).toMatchObject({ http: 403, body: { code: 'closed' } });
  await publish({ closes: later });
  await waitForPublic({ closes: later });
  expect((await submit()).body.status).toBe(200);
});

test('a fee is that of later orders: an order keeps the amount it was made with', async () => {
  const { fee_paise } = (await read()).current;
  const earlier = await submit();
  await publish({ fee_paise: 25_000 });
  await waitForPublic({ amount: 250 });
  const amounts = async ({ person }: { person: { id: string } }) => {
    const { application_id } = await broker.waitForEvent(applicationSubmitted, person.id);
    return (await broker.waitForEvent(orderCreated, application_id)).amount;
  };
  await eventually(async () => {
    const later = await submit();
    return (await amounts(later)) === 25_000 && (await later.readRecord()).amount === 250;
  });
  expect(await amounts(earlier)).toBe(fee_paise);
  expect(await earlier.readRecord()).toMatchObject({ amount: fee_paise / 100 });
  await publish({ fee_paise });
});

test('the one who has proposed a change cannot publish it, and withdrawn it cannot be published', async () => {
  const { current } = await read();
  const { examination } = await propose({ fee_paise: 90_000 }, 'administrator');
  const revision = examination?.revisions[0]?.revision ?? 0;
  expect(await send('administrator', 'publishsettings', { revision })).toMatchObject({
    http: 200,
    status: 421,
  });
  expect((await send('administrator', 'withdrawsettings', { revision })).status).toBe(200);
  expect((await send('administrator', 'publishsettings', { revision: revision + 1 })).status).toBe(420);
  expect((await read()).revisions[0]).toMatchObject({ state: 'withdrawn', settings: { fee_paise: 90_000 } });
  expect((await read()).current).toEqual(current);
});

test('of two proposals or publications at once one is refused', async () => {
  const { current } = await read();
  const revision = await readRevision();
  const together = async (calls: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort();
  const proposal = { ...current, fee_paise: 11_000, revision };
  const proposals = ['senior-clerk', 'administrator'].map((name) => send(name, 'proposesettings', proposal));
  expect(await together(proposals)).toEqual([200, 420]);
  await propose({ fee_paise: 12_000 });
  const seen = { revision: revision + 2 };
  const publications = [1, 2].map(() => send('administrator', 'publishsettings', seen));
  expect(await together(publications)).toEqual([200, 420]);
  const published = await eventually(() =>
    broker.eventsOfType(examinationRevised, '2024').find((event) => event.revision === revision + 3),
  );
  expect(published.settings.fee_paise).toBe(12_000);
  await publish({ fee_paise: current.fee_paise });
});

test('each step is for its roles, and recorded', async () => {
  const { current } = await read();
  const proposal = { ...current, revision: await readRevision() };
  for (const [name, call] of [
    ['help-desk', 'proposesettings'],
    ['auditor', 'proposesettings'],
    ['senior-clerk', 'publishsettings'],
    ['senior-clerk', 'withdrawsettings'],
  ] as const)
    expect((await send(name, call, proposal)).http).toBe(403);
  await publish({});
  const entries = database.collection('audit_entries');
  const recorded = await entries
    .find({ action: /^settings\./, 'detail.revision': { $gt: proposal.revision } })
    .sort({ 'detail.revision': 1 })
    .toArray();
  expect(recorded.map(({ action, actor, detail }) => [action, actor.id, detail])).toEqual([
    ['settings.proposed', 'local-senior-clerk', { year: '2024', revision: proposal.revision + 1 }],
    ['settings.published', 'local-administrator', { year: '2024', revision: proposal.revision + 2 }],
  ]);
});

test.each([
  ['that closes before it opens', { closes: '2020-01-01T00:00:00Z' }],
  [
    'with a script as an address',
    { results: { example: true, year: '2019', links: [{ exam_type: 1, url: 'javascript:alert(1)' }] } },
  ],
  ['with a variable of another message', { texts: { paid: { wording: '##centre##' } } }],
  ['with a message that is none', { texts: { birthday: { wording: 'Good luck' } } }],
  [
    'with reasons of no scrutiny',
    { reasons: [{ id: 'torn', verdict: 'correction', field: 'image', name: 'Torn', name_te: 'చిరిగింది' }] },
  ],
])('rejects a proposal %s', async (_what, changes) => {
  const before = await readRevision();
  expect((await propose(changes)).http).toBe(400);
  expect(await readRevision()).toBe(before);
});
