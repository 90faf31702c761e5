import { paymentCaptured } from '@archaka/contracts';
import { buildApplicant, eventually, rotateSecret, startRotation } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { FormSealing, type StoredForm } from '../src/persistence/form-sealing.ts';
import { openSealing } from './support/sealing.ts';
import { setUpApplication, submitApplication } from './support/service.ts';

const COPIES = 200;
const NONE = { applications: 0, drafts: 0, versions: 0, mobiles: 0, claims: 0, holds: 0 };

const portal = setUpApplication();

/** Adds copies of this application to the database as the service stores them; returns their Aadhaars. */
async function copyApplication(applicationId: string): Promise<string[]> {
  const sealing = await openSealing({ connection: portal.database }, portal.stage.secrets);
  const aadhaars = Array.from({ length: COPIES }, () => buildApplicant().aadhar);
  const toOwner = (at: number) => ({ applicationId: `COPY-${at}`, userId: `user-${at}` });
  const getCollection = (name: string) =>
    portal.database.collection<StoredForm & { readonly _id: string }>(name);
  for (const name of ['applications', 'versions']) {
    const forms = new FormSealing(name, sealing);
    const row = await getCollection(name).findOne({ _id: new RegExp(`^${applicationId}`) });
    if (!row) throw new Error(`no ${name} of ${applicationId}`);
    const { number, content } = await forms.open(row);
    const unmasked = await forms.openUnmasked(row, content);
    const copies = aadhaars.map(async (aadhaar, at) => {
      const _id = row._id.replace(applicationId, `COPY-${at}`);
      const form = { owner: row.sealed.owner, number, content: { ...unmasked, aadhaar } };
      const sealed = await forms.seal(_id, form);
      return { ...row, _id, ...toOwner(at), orderId: `order_${at}`, orders: [], ...sealed };
    });
    await getCollection(name).insertMany(await Promise.all(copies));
  }
  const claims = portal.database.collection<{ _id: string }>('claims');
  const claim = await claims.findOne({ _id: /^aadhaar:/ });
  const year = String(claim?._id.split(':')[1]);
  const toClaim = (aadhaar: string, at: number) => ({
    _id: `aadhaar:${year}:${sealing.index.compute(aadhaar)}`,
    ...toOwner(at),
    freeAfter: null,
  });
  await claims.insertMany(aadhaars.map(toClaim));
  return aadhaars;
}

/** Numbers of rows of each kind with indexes under the old key. */
async function countOldIndexes() {
  const isOld = { 'content.aadhaarIndex': { $exists: true, $not: /^2\./ } };
  return {
    applications: await portal.count('applications', isOld),
    drafts: await portal.count('drafts', isOld),
    versions: await portal.count('versions', isOld),
    mobiles: await portal.count('applications', { mobileIndex: { $not: /^2\./ } }),
    claims: await portal.count('claims', { _id: { $regex: '^(aadhaar|mobile):\\d+:[^.]*$' } }),
    holds: await portal.count('firstholds', { _id: { $regex: '^aadhaar:\\d+:[^.:]*:' } }),
  };
}

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
  const copiedAadhaars = await copyApplication(first.ids.application_id);
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
  await eventually(async () => (await countOldIndexes()).applications < COPIES - 50);
  killed.kill();
  await killed.result;
  const remaining = await countOldIndexes();
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
  expect(await countOldIndexes()).toEqual(NONE);
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
  expect(await first.user.readForm(first.ids.application_id)).toMatchObject({
    aadhar: first.user.person.aadhar,
  });
  await service.stop();
});
