import { applicationSubmitted } from '@archaka/contracts';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  type ApplicantSession,
  applicant,
  applicationForm,
  eventually,
  type PartialPortal,
  startPortal,
} from '../src/index.ts';

type Portal = PartialPortal<'application'>;

let here: Portal;
let there: Portal;
beforeAll(async () => {
  const start = () => startPortal({ services: ['application'] });
  [here, there] = await Promise.all([start(), start()]);
});
afterEach(() => here.clock.set(new Date().toISOString()));
afterAll(() => Promise.all([here?.stop(), there?.stop()]));

/** One and the same person in both. */
const inBoth = (person = applicant()) => Promise.all([here.newcomer(person), there.newcomer(person)]);
const save = async (session: ApplicantSession) =>
  session.call('saveapplicationform', await applicationForm(session.person));
const drafts = async (session: ApplicantSession) => (await session.call('getsaveformdata')).body.data;
/** Of what was submitted and has no order: svc-payment is not there. */
const idOf = async (session: ApplicantSession) => String((await drafts(session))[0]?.application_id);

test('two portals side by side share no applications and no events', async () => {
  const [one, other] = await inBoth();
  await save(one);
  expect(await drafts(other)).toEqual([]);

  const form = await applicationForm(one.person, { save_id: 2 });
  const answers = await Promise.all([one, other].map((person) => person.call('submitapplicationform', form)));
  expect(answers.map(({ body }) => body.status)).toEqual([200, 200]);

  const [idHere, idThere] = [await idOf(one), await idOf(other)];
  await Promise.all([
    here.broker.hear(applicationSubmitted, idHere),
    there.broker.hear(applicationSubmitted, idThere),
  ]);
  await Promise.all([here.broker.caughtUp(), there.broker.caughtUp()]);
  expect([here.broker.about(idThere), there.broker.about(idHere)]).toEqual([[], []]);
});

test('a line that is cut in one is whole in the other, and works again when it is mended', async () => {
  const [one, other] = await inBoth();
  here.lines.store.cut();
  expect((await save(one)).http).toBe(503);
  expect((await save(other)).http).toBe(200);
  here.lines.store.mend();
  await eventually(async () => (await save(one)).http === 200);
});

test('a killed service is gone until it is started, and then has what it had', async () => {
  const [one, other] = await inBoth();
  await save(one);
  await here.kill('application');
  await expect(save(one)).rejects.toThrow('fetch failed');
  expect((await save(other)).http).toBe(200);
  await here.start('application');
  expect(await drafts(one)).toHaveLength(1);
});

test('a clock that is set in one, for a service that is started later, too, is as it was in the other', async () => {
  const [one, other] = await inBoth();
  await here.clock.set('2031-01-01T00:00:00+05:30');
  expect((await save(one)).http).toBe(403);
  await here.kill('application');
  await here.start('application');
  expect((await save(one)).http).toBe(403);
  expect((await save(other)).http).toBe(200);
});

test('an instant that is none is refused', async () => {
  await expect(here.clock.set('next week')).rejects.toThrow('next week is not an instant');
});
