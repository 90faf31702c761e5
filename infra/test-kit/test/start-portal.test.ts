import { applicationSubmitted } from '@archaka/contracts';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  type ApplicantSession,
  buildApplicant,
  buildApplicationForm,
  eventually,
  type PartialPortal,
  startPortal,
} from '../src/index.ts';

type Portal = PartialPortal<'application'>;

let firstPortal: Portal;
let secondPortal: Portal;
beforeAll(async () => {
  const start = () => startPortal({ services: ['application'] });
  [firstPortal, secondPortal] = await Promise.all([start(), start()]);
});
afterEach(() => firstPortal.clock.set(new Date().toISOString()));
afterAll(() => Promise.all([firstPortal?.stop(), secondPortal?.stop()]));

/** The same person in both portals. */
const registerInBoth = (person = buildApplicant()) =>
  Promise.all([firstPortal.registerApplicant(person), secondPortal.registerApplicant(person)]);
const save = async (session: ApplicantSession) =>
  session.call('saveapplicationform', await buildApplicationForm(session.person));
const readDrafts = async (session: ApplicantSession) => (await session.call('getsaveformdata')).body.data;
/** The id of a submitted application without an order, since svc-payment does not run. */
const readApplicationId = async (session: ApplicantSession) =>
  String((await readDrafts(session))[0]?.application_id);

test('two concurrent portals share no applications and no events', async () => {
  const [one, other] = await registerInBoth();
  await save(one);
  expect(await readDrafts(other)).toEqual([]);

  const form = await buildApplicationForm(one.person, { save_id: 2 });
  const responses = await Promise.all(
    [one, other].map((person) => person.call('submitapplicationform', form)),
  );
  expect(responses.map(({ body }) => body.status)).toEqual([200, 200]);

  const [firstId, secondId] = [await readApplicationId(one), await readApplicationId(other)];
  await Promise.all([
    firstPortal.broker.waitForEvent(applicationSubmitted, firstId),
    secondPortal.broker.waitForEvent(applicationSubmitted, secondId),
  ]);
  await Promise.all([firstPortal.broker.drain(), secondPortal.broker.drain()]);
  expect([firstPortal.broker.eventsAbout(secondId), secondPortal.broker.eventsAbout(firstId)]).toEqual([
    [],
    [],
  ]);
});

test('a proxy that is cut in one portal works in the other, and works again when it is restored', async () => {
  const [one, other] = await registerInBoth();
  firstPortal.proxies.store.cut();
  expect((await save(one)).http).toBe(503);
  expect((await save(other)).http).toBe(200);
  firstPortal.proxies.store.restore();
  await eventually(async () => (await save(one)).http === 200);
});

test('a killed service is down until it is started, and then has its data', async () => {
  const [one, other] = await registerInBoth();
  await save(one);
  await firstPortal.kill('application');
  await expect(save(one)).rejects.toThrow('fetch failed');
  expect((await save(other)).http).toBe(200);
  await firstPortal.start('application');
  expect(await readDrafts(one)).toHaveLength(1);
});

test('a clock that is set in one portal, also for services started later, does not change in the other', async () => {
  const [one, other] = await registerInBoth();
  await firstPortal.clock.set('2031-01-01T00:00:00+05:30');
  expect((await save(one)).http).toBe(403);
  await firstPortal.kill('application');
  await firstPortal.start('application');
  expect((await save(one)).http).toBe(403);
  expect((await save(other)).http).toBe(200);
});

test('rejects an invalid instant', async () => {
  await expect(firstPortal.clock.set('next week')).rejects.toThrow('next week is not an instant');
});
