import { paymentCaptured } from '@archaka/contracts';
import { eventually, rotateSecret, startRotation } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { carryingOldKeys, copyApplication } from './support/rotation.ts';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitted } from './support/submitted.ts';

const COPIES = 600;
const NONE = { applications: 0, drafts: 0, versions: 0, indexes: 0, claims: 0, holds: 0 };

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

test('Aadhaar keys are replaced under load: what is taken stays taken, nothing is lost, and no row needs an old key', async () => {
  const [first, paying, drafting] = [await submitted(portal), await submitted(portal), await portal.user()];
  await drafting.save();
  const copied = await copyApplication(portal, first.ids.application_id, COPIES);
  const { AADHAAR_KEYS, AADHAAR_INDEX_KEY } = portal.stage.secrets;
  let keys = { AADHAAR_KEYS, AADHAAR_INDEX_KEY };
  const stepOf = (which: string) => ({
    service: 'svc-application',
    which,
    mongoUrl: portal.stage.mongoUrl,
    secrets: keys,
  });
  const step = async (which: string) => {
    const done = await rotateSecret(stepOf(which));
    expect(done).toMatchObject({ code: 0, stderr: '' });
    keys = done.secrets;
  };

  // The new keys are made; the service that does not know them yet holds the rotation up.
  await step('aadhaar');
  await step('aadhaar-index');
  expect(await rotateSecret(stepOf('aadhaar'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('1 of 1 instances of svc-application run without the new value'),
  });
  let service = await portal.restart(keys);
  await step('aadhaar');
  await service.stop();
  service = await portal.restart(keys);

  // Applicants go on meanwhile, and the process is killed in the middle.
  const isDone = new AbortController();
  const wrong: unknown[] = [];
  const load = Array.from({ length: 3 }, async (_, lane) => {
    for (let round = 0; !isDone.signal.aborted; round += 1) {
      const user = await portal.user();
      const taken = copied[(lane * 200 + round * 37) % COPIES];
      const answers = [
        (await user.call('checkaadhar', { aadhar: taken })).body.status,
        (await user.submit({ aadhar: taken })).body.status,
        (await user.submit()).body.status,
        (await user.submit()).body.status,
        (await (await portal.user()).submit({ aadhar: user.person.aadhar })).body.status,
      ];
      const [record] = await user.listed();
      const seen = [...answers, String(Object(record).aadhar).slice(-4)].join();
      if (seen !== [421, 421, 200, 200, 421, user.person.aadhar.slice(-4)].join()) wrong.push(seen);
    }
  });
  const killed = startRotation(stepOf('aadhaar-index'));
  await eventually(async () => (await carryingOldKeys(portal)).applications < COPIES - 200);
  killed.kill();
  await killed.ended;
  const half = await carryingOldKeys(portal);
  expect(half.versions).toBeGreaterThan(0);
  const duplicates = await Promise.all([first.user.submit(), first.user.submit()]);
  expect(duplicates.map(({ body }) => body.orderId?.id)).toEqual([first.ids.order_id, first.ids.order_id]);
  const [index] = await Promise.all([
    rotateSecret(stepOf('aadhaar-index')),
    portal.broker.tell(paymentCaptured, paying.captured()),
  ]);
  isDone.abort();
  await Promise.all(load);
  expect(wrong).toEqual([]);
  expect(index).toMatchObject({ code: 0, stderr: '' });
  expect(await carryingOldKeys(portal)).toEqual(NONE);
  keys = index.secrets;
  await step('aadhaar');
  expect(keys).toEqual({
    AADHAAR_KEYS: expect.stringMatching(/^\[\{"kid":"2","key":"[^"]+"[^{]*\]$/),
    AADHAAR_INDEX_KEY: expect.stringMatching(/^\[\{"kid":"2","key":"[^"]+"[^{]*\]$/),
  });

  // With the new keys alone everything is as it was.
  await service.stop();
  service = await portal.restart(keys);
  const another = await portal.user();
  for (const aadhar of [first.user.person.aadhar, paying.user.person.aadhar, copied[7]])
    expect((await another.submit({ aadhar })).body.status).toBe(421);
  expect((await first.user.submit()).body.orderId?.id).toBe(first.ids.order_id);
  expect(await paying.status()).toBe('S');
  expect(await drafting.draft()).toMatchObject([{ aadhar: drafting.person.aadhar }]);
  const { body } = await first.user.call('getapplicationform', { application_id: first.ids.application_id });
  expect(body.data).toMatchObject([{ aadhar: first.user.person.aadhar }]);
  await service.stop();
});
