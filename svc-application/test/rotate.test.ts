import { paymentCaptured } from '@archaka/contracts';
import { eventually, rotateSecret, startRotation } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { copyApplication, countOldIndexes } from './support/rotation.ts';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';

const COPIES = 200;
const NONE = { applications: 0, drafts: 0, versions: 0, mobiles: 0, claims: 0, holds: 0 };

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

/** As an applicant does: on a busy machine a response may take longer than the service waits for it. */
const repeatWhileUnavailable = (call: () => Promise<{ body: { status: number } }>): Promise<number> =>
  eventually(async () => {
    const { status } = (await call()).body;
    return status !== 503 && status;
  });

test('replaces the index key under load: claims hold, nothing is lost, and no row needs the old key', async () => {
  const [first, paying, drafting] = [
    await submitApplication(portal),
    await submitApplication(portal),
    await portal.createUser(),
  ];
  await drafting.save();
  const copiedAadhaars = await copyApplication(portal, first.ids.application_id, COPIES);
  const { AADHAAR_INDEX_KEY, MASTER_KEYS } = portal.stage.secrets;
  let keys = { AADHAAR_INDEX_KEY, MASTER_KEYS };
  const toRotation = () => ({
    service: 'svc-application' as const,
    which: 'aadhaar-index',
    environment: portal.stage,
    secrets: keys,
  });

  // The new key exists; the rotation waits for the service that does not know it yet.
  const begun = await rotateSecret(toRotation());
  expect(begun).toMatchObject({ code: 0, stderr: '' });
  keys = begun.secrets;
  expect(await rotateSecret(toRotation())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('1 of 1 instances of svc-application run without the new value'),
  });
  let service = await portal.restart(keys);

  // Applicants continue meanwhile, and the process is killed halfway.
  const isDone = new AbortController();
  const unexpected: unknown[] = [];
  const load = Array.from({ length: 2 }, async (_, loader) => {
    for (let round = 0; !isDone.signal.aborted; round += 1) {
      const user = await portal.createUser();
      const copiedAadhaar = copiedAadhaars[(loader * 100 + round * 37) % COPIES];
      const other = await portal.createUser();
      const answers = [
        await repeatWhileUnavailable(() => user.call('checkaadhar', { aadhar: copiedAadhaar })),
        await repeatWhileUnavailable(() => user.submit({ aadhar: copiedAadhaar })),
        await repeatWhileUnavailable(() => user.submit()),
        await repeatWhileUnavailable(() => user.submit()),
        await repeatWhileUnavailable(() => other.submit({ aadhar: user.person.aadhar })),
      ];
      const [record] = await user.listApplications();
      const actual = [...answers, String(Object(record).aadhar).slice(-4)].join();
      if (actual !== [421, 421, 200, 200, 421, user.person.aadhar.slice(-4)].join()) unexpected.push(actual);
    }
  });
  const killed = await startRotation(toRotation());
  await eventually(async () => (await countOldIndexes(portal)).applications < COPIES - 50);
  killed.kill();
  await killed.result;
  const remaining = await countOldIndexes(portal);
  expect(remaining.versions).toBeGreaterThan(0);
  const duplicates = await Promise.all([first.user.submit(), first.user.submit()]);
  expect(duplicates.map(({ body }) => body.orderId?.id)).toEqual([first.ids.order_id, first.ids.order_id]);
  const [index] = await Promise.all([
    rotateSecret(toRotation()),
    portal.broker.publish(paymentCaptured, paying.buildCaptured()),
  ]);
  isDone.abort();
  await Promise.all(load);
  expect(unexpected).toEqual([]);
  expect(index).toMatchObject({ code: 0, stderr: '' });
  expect(await countOldIndexes(portal)).toEqual(NONE);
  keys = index.secrets;
  expect(keys).toEqual({
    MASTER_KEYS,
    AADHAAR_INDEX_KEY: expect.stringMatching(/^\[\{"kid":"2","key":"[^"]+"[^{]*\]$/),
  });

  // With the new key only, everything is unchanged.
  await service.stop();
  service = await portal.restart(keys);
  const another = await portal.createUser();
  for (const aadhar of [first.user.person.aadhar, paying.user.person.aadhar, copiedAadhaars[7]])
    expect((await another.submit({ aadhar })).body.status).toBe(421);
  expect((await first.user.submit()).body.orderId?.id).toBe(first.ids.order_id);
  expect(await paying.readStatus()).toBe('S');
  expect(await drafting.getDraft()).toMatchObject([{ aadhar: drafting.person.aadhar }]);
  const { body } = await first.user.call('getapplicationform', { application_id: first.ids.application_id });
  expect(body.data).toMatchObject([{ aadhar: first.user.person.aadhar }]);
  await service.stop();
});
