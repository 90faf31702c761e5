import {
  applicationSubmitted,
  type BatchCase,
  type CaseSummary,
  type DeskBatch,
  orderCreated,
  paymentCaptured,
  scrutinyDecided,
} from '@archaka/contracts';
import { buildApplicationForm, eventually, scrutinyRules } from '@archaka/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { isSampled } from '../src/domain/scrutiny.ts';
import { openDesk } from './support/open-desk.ts';

const PERCENT = scrutinyRules.second_look_percent;
const names = { name: 'Nothing to look at', name_te: 'చూడవలసినది లేదు' };
const bulk_rules = [
  { id: 'all', ...names },
  { id: 'whole', ...names, exam_types: [1], districts: [1], papers: ['image'], unedited: true },
];

const desk = await openDesk({
  services: ['application'],
  team: ['senior-clerk', 'senior-clerk-2', 'scrutiny-clerk', 'auditor', 'administrator', 'help-desk'],
  examination: { scrutiny: { ...scrutinyRules, bulk_rules } },
});
const { broker, database, portal } = desk;
const send = desk.send<DeskBatch>;
/** No case of another test waits. */
beforeEach(() => rows('cases').updateMany({}, { $set: { waiting_since: null } }));

const rows = (name: string) => database.collection<{ _id: string; [field: string]: unknown }>(name);

const findSummary = async (text: string) =>
  (await desk.send<{ cases: CaseSummary[] }>('help-desk', 'searchcases', { text })).data[0]?.cases[0];

let orders = 0;

/** A paid application that waits for its only look. */
async function apply() {
  for (;;) {
    const applicant = await portal.registerApplicant();
    const form = await buildApplicationForm(applicant.person, { save_id: 2 });
    await applicant.call('submitapplicationform', form);
    const { application_id: id } = await broker.waitForEvent(applicationSubmitted, applicant.person.id);
    if (isSampled(id, 1, PERCENT)) continue;
    orders += 1;
    const order = { application_id: id, order_id: `order_${orders}`, amount: 10_000 };
    await broker.publish(orderCreated, order);
    const at = new Date().toISOString();
    await broker.publish(paymentCaptured, { ...order, payment_id: `pay_${orders}`, at });
    await eventually(() => rows('cases').findOne({ _id: id, scrutiny: 'waiting', due_at: null }));
    return { applicant, form, id };
  }
}

async function applyTimes(count: number) {
  const applied = [];
  for (let times = 0; times < count; times += 1) applied.push(await apply());
  return applied;
}

async function preview(member = 'senior-clerk', rule_id = 'all') {
  const [batch] = (await send(member, 'previewbatch', { rule_id })).data;
  if (!batch) throw new Error('the rule names no case');
  return batch;
}
const confirm = ({ id }: DeskBatch, member = 'senior-clerk') =>
  send(member, 'confirmbatch', { batch_id: id });
const undo = ({ id }: DeskBatch, member = 'senior-clerk-2') => send(member, 'undobatch', { batch_id: id });

const listCases = async ({ id }: DeskBatch, page: object = {}) =>
  (await desk.send<BatchCase>('auditor', 'getbatchcases', { batch_id: id, ...page })).data;
const listIds = async (batch: DeskBatch) =>
  (await listCases(batch)).map(({ application_id }) => application_id).sort();

/** Ends the time in which it can be undone. */
const endHold = ({ id }: DeskBatch) =>
  rows('batches').updateOne({ _id: id }, { $set: { due_at: new Date() } });
const whenEnded = ({ id }: DeskBatch, state: DeskBatch['state']) =>
  eventually(async () => {
    const [batch] = (await send('auditor', 'getbatches', { batch_id: id })).data;
    return batch?.state === state && batch;
  });

/** At least as many as that are waited for. */
async function readEvents(id: string, count: number) {
  await eventually(() => broker.eventsOfType(scrutinyDecided, id).length >= count);
  await broker.drain();
  return broker.eventsOfType(scrutinyDecided, id);
}

test('names the waiting cases that fit a rule and that nobody has touched, as they are now', async () => {
  const real = await apply();
  const template = await rows('cases').findOne({ _id: real.id });
  let sampled = 0;
  while (!isSampled(`ARC24-S${sampled}`, 1, PERCENT)) sampled += 1;
  const whole = { ...template, exam_type: 1, district_id: 1, papers: ['image'], version: 1 };
  const id = (name: string) => {
    for (let at = 0; ; at += 1) {
      const candidate = `ARC24-${name}-${at}`;
      if (![1, 2].some((version) => isSampled(candidate, version, PERCENT))) return candidate;
    }
  };
  const until = new Date(Date.now() + 60_000);
  await rows('cases').insertMany(
    [
      { _id: id('fitting') },
      { _id: id('type'), exam_type: 2 },
      { _id: id('district'), district_id: 2 },
      { _id: id('paper'), papers: ['birth_certificate'] },
      { _id: id('edited'), version: 2 },
      { _id: id('answered') },
      { _id: `ARC24-S${sampled}` },
      { _id: id('noted') },
      { _id: id('complained') },
      { _id: id('decided') },
      { _id: id('leased'), clerk: { staff_id: 'another', name: 'another', until } },
      { _id: id('unread'), due_at: until },
      { _id: id('year'), examine_year: '2023' },
      { _id: id('second'), scrutiny: 'second-look', look: 2 },
      { _id: id('unpaid'), scrutiny: 'none', waiting_since: null },
    ].map((changes) => ({ ...whole, ...changes })),
  );
  await rows('notes').insertOne({ _id: 'note', application_id: id('noted') });
  await rows('decisions').insertOne({ _id: 'decision', application_id: id('decided') });
  await rows('grievances').insertMany([
    { _id: 'open', application_id: id('complained'), state: 'call-back' },
    { _id: 'closed', application_id: id('answered'), state: 'closed' },
  ]);

  const batch = await preview();
  const fits = [real.id, ...['fitting', 'type', 'district', 'paper', 'edited', 'answered'].map(id)];
  expect(await listIds(batch)).toEqual(fits.sort());
  expect(batch).toMatchObject({ state: 'previewed', cases: 7, amount: 700, has_more: false, is_own: true });
  const named = (await listCases(batch)).find(({ application_id }) => application_id === real.id);
  expect(named).toMatchObject({ version: 1, summary: { name: real.form.name, scrutiny: 'waiting' } });
  const page = await listCases(batch, { limit: 3 });
  const rest = await listCases(batch, { after: page.at(-1)?.application_id });
  expect([...page, ...rest]).toEqual(await listCases(batch));

  await rows('cases').insertOne({ ...whole, _id: id('later') });
  expect(await listIds(batch)).not.toContain(id('later'));
  expect(await listIds(await preview('senior-clerk', 'whole'))).toEqual(
    [real.id, ...['fitting', 'answered', 'later'].map(id)].sort(),
  );
  expect((await send('auditor', 'getbatchcases', { batch_id: batch.id })).http).toBe(404);
  expect((await send('senior-clerk', 'previewbatch', { rule_id: 'unknown' })).status).toBe(420);
});

test('decides nothing before its time, then accepts by one event each what is as it was named', async () => {
  const [accepted, edited, leased, decided] = await applyTimes(4);
  if (!accepted || !edited || !leased || !decided) throw new Error('too few');
  const batch = await preview();
  const [confirmed] = (await confirm(batch)).data;
  expect(confirmed).toMatchObject({ state: 'confirmed', cases: 4 });
  expect(Date.parse(confirmed?.starts_at ?? '') - Date.now()).toBeGreaterThan(9 * 60_000);
  expect((await confirm(batch)).status).toBe(420);
  expect(await readEvents(accepted.id, 0)).toEqual([]);
  expect((await findSummary(accepted.id))?.scrutiny).toBe('waiting');

  const change = { ...edited.form, id: edited.id, postal_address: 'Another street' };
  expect((await edited.applicant.call('upadteapplication', change)).body.status).toBe(200);
  await eventually(async () => (await findSummary(edited.id))?.version === 2);
  for (const { id } of [leased, decided])
    expect((await send('scrutiny-clerk', 'startcase', { application_id: id })).status).toBe(200);
  const decision = { application_id: decided.id, version: 1, verdict: 'accepted' };
  expect((await send('scrutiny-clerk', 'decidecase', decision)).status).toBe(200);

  await endHold(batch);
  const done = await whenEnded(batch, 'done');
  expect(done.results).toEqual({ accepted: 1, changed: 1, leased: 1, decided: 1, undone: 0 });
  const results = (await listCases(batch)).map(({ application_id, result }) => [application_id, result]);
  expect(Object.fromEntries(results)).toEqual({
    [accepted.id]: 'accepted',
    [edited.id]: 'changed',
    [leased.id]: 'leased',
    [decided.id]: 'decided',
  });
  expect(await listCases(batch, { result: 'leased' })).toMatchObject([{ application_id: leased.id }]);
  const decisions = rows('decisions');
  for (const [{ id }, by] of [
    [accepted, 'local-senior-clerk'],
    [decided, 'local-scrutiny-clerk'],
  ] as const) {
    expect(await readEvents(id, 1)).toMatchObject([{ verdict: 'accepted', version: 1, reasons: [] }]);
    expect(await decisions.find({ application_id: id }).toArray()).toMatchObject([{ staff_id: by }]);
    expect((await findSummary(id))?.scrutiny).toBe('accepted');
  }
  for (const { id } of [edited, leased]) expect(await readEvents(id, 0)).toEqual([]);
  expect((await undo(batch)).status).toBe(420);
});

test('is undone before its time by any senior clerk, and decides nothing then', async () => {
  const [first, second] = await applyTimes(2);
  const batch = await preview();
  expect((await undo(batch)).status).toBe(420);
  await confirm(batch);
  expect((await undo(batch)).data).toMatchObject([
    { state: 'undone', by: 'senior-clerk', undone_by: 'senior-clerk-2', results: { accepted: 0, undone: 2 } },
  ]);
  const again = await preview();
  expect(await listIds(again)).toEqual([first?.id, second?.id].sort());
  await confirm(again);
  await endHold(again);
  await whenEnded(again, 'done');
  for (const each of [first, second]) expect(await readEvents(each?.id ?? '', 1)).toHaveLength(1);
  expect((await listCases(batch)).map(({ result }) => result)).toEqual(['undone', 'undone']);
});

test('is undone when the account of its clerk is disabled before its time', async () => {
  const { id } = await apply();
  const batch = await preview('senior-clerk-2');
  await confirm(batch, 'senior-clerk-2');
  const change = (action: string) =>
    send('administrator', 'changestaffaccount', { name: 'senior-clerk-2', action });
  await change('disable');
  try {
    await endHold(batch);
    expect((await whenEnded(batch, 'undone')).results).toMatchObject({ accepted: 0, undone: 1 });
  } finally {
    await change('enable');
  }
  expect((await findSummary(id))?.scrutiny).toBe('waiting');
});

test('leaves out a mobile number of its clerk, also one that was entered after the preview', async () => {
  const [before, after, other] = await applyTimes(3);
  if (!before || !after || !other) throw new Error('too few');
  const setNumbers = (numbers: string[]) =>
    send('administrator', 'setstaffnumbers', { name: 'senior-clerk', numbers });
  expect((await setNumbers([before.applicant.person.number])).status).toBe(200);
  const batch = await preview();
  expect(await listIds(batch)).toEqual([after.id, other.id].sort());
  await confirm(batch);
  expect((await setNumbers([after.applicant.person.number])).status).toBe(200);
  await endHold(batch);
  expect((await whenEnded(batch, 'done')).results).toMatchObject({ accepted: 1, changed: 1 });
  expect((await findSummary(after.id))?.scrutiny).toBe('waiting');
  expect((await findSummary(other.id))?.scrutiny).toBe('accepted');
  await setNumbers([]);
});

test('accepts each case once when its service is killed between two of them', async () => {
  const ids = (await applyTimes(3)).map(({ id }) => id).sort();
  const batch = await preview();
  await confirm(batch);
  const holder = database.client.startSession();
  holder.startTransaction();
  // The service waits for the second case until it is killed.
  await rows('cases').updateOne({ _id: ids[1] ?? '' }, { $set: { held: true } }, { session: holder });
  await endHold(batch);
  await eventually(() => rows('decisions').findOne({ application_id: ids[0] }));
  expect(await rows('batch_cases').countDocuments({ batch_id: batch.id, result: null })).toBe(2);
  await portal.kill('desk');
  await holder.abortTransaction();
  await holder.endSession();
  await portal.start('desk');
  expect((await whenEnded(batch, 'done')).results).toMatchObject({ accepted: 3 });
  for (const id of ids) {
    expect(await readEvents(id, 1)).toHaveLength(1);
    expect(await rows('decisions').countDocuments({ application_id: id })).toBe(1);
  }
});

test('is for its roles and districts, and confirmed by who has seen the preview', async () => {
  const { id } = await apply();
  const batch = await preview();
  expect((await confirm(batch, 'senior-clerk-2')).status).toBe(421);
  for (const [member, call, body] of [
    ['scrutiny-clerk', 'previewbatch', { rule_id: 'all' }],
    ['administrator', 'confirmbatch', { batch_id: batch.id }],
    ['auditor', 'undobatch', { batch_id: batch.id }],
    ['help-desk', 'getbatches', {}],
    ['scrutiny-clerk', 'getbatchcases', { batch_id: batch.id }],
  ] as const)
    expect((await send(member, call, body)).http).toBe(403);

  const setDistricts = (update: object) => rows('staff').updateOne({ _id: 'local-senior-clerk-2' }, update);
  await setDistricts({ $set: { districts: [999] } });
  try {
    expect((await send('senior-clerk-2', 'previewbatch', { rule_id: 'all' })).data).toEqual([]);
    const listed = (await send('senior-clerk-2', 'getbatches')).data;
    expect(listed.map((each) => each.id)).not.toContain(batch.id);
    for (const call of ['confirmbatch', 'undobatch', 'getbatchcases', 'getbatches'])
      expect((await send('senior-clerk-2', call, { batch_id: batch.id })).http).toBe(403);
    await rows('cases').updateOne({ _id: id }, { $set: { district_id: 999 } });
    const own = await preview('senior-clerk-2');
    expect((await send('senior-clerk-2', 'getbatches')).data.map((each) => each.id)).toContain(own.id);
  } finally {
    await setDistricts({ $unset: { districts: 1 } });
  }
  const listed = (await send('auditor', 'getbatches', { limit: 1 })).data;
  const next = (await send('auditor', 'getbatches', { limit: 1, after: listed[0]?.id })).data;
  expect([...listed, ...next]).toEqual((await send('auditor', 'getbatches', { limit: 2 })).data);
});
