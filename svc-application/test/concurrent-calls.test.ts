import { orderCreated } from '@archaka/contracts';
import { ConcurrentCalls } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpGatedApplication } from './support/service.ts';
import {
  describeState,
  type PreparedApplicant,
  prepareApplicant,
  writes,
  writingCalls,
} from './support/writing-calls.ts';

const portal = setUpGatedApplication();

/** Of other work of the service, and counters, which one command reads and writes. */
const BACKGROUND = [
  'outbox',
  'inbox',
  'leases',
  'audit_blocks',
  'audit_heads',
  'askedaadhaars',
  'edits',
  'uploads',
];

const startsFrom = (startingPoint: 'draft' | 'application') =>
  new ConcurrentCalls<PreparedApplicant>({
    gate: portal.gate,
    createPerson: () => prepareApplicant(portal, startingPoint),
    writes,
    readState: (applicant) => describeState(portal, applicant),
    background: BACKGROUND,
  });

/** Need a decision or a result, and write their row alone, under the revision that they have read. */
const TESTED_ALONE = ['appealrejection', 'requestrevaluation'];

test('covers each writing call of an applicant', () => {
  const covered = [...TESTED_ALONE, ...Object.keys(writes).map((name) => name.split(',')[0])];
  expect(writingCalls.filter((name) => !covered.includes(name))).toEqual([]);
});

const WRITES_ROW = ['filegrievance', 'upadteapplication', 'withdrawapplication'];

/** Rows of a file meet those of a form only where the form names it; a grievance is in the application's row. */
const mayMeet = (...pair: readonly string[]) => {
  if (pair.includes('filegrievance')) return pair.every((name) => WRITES_ROW.includes(name));
  const files = pair.filter((name) => name.includes('/api/'));
  return files.length !== 1 || files[0] === 'POST /api/documents, of a stored paper';
};

test.each(['saveapplicationform', 'saveunfinishedform'])(
  'a %s that is held while the order arrives as an event leaves no draft',
  async (call) => {
    const applicant = await prepareApplicant(portal, 'application');
    const send = await writes[call]?.(applicant);
    const held = portal.gate.holdNext(({ collection }) => !BACKGROUND.includes(collection));
    const response = send?.();
    const { release } = await held;
    const { applicationId: application_id, user } = applicant;
    const order = { application_id, order_id: `order_${application_id}`, amount: 10_000 };
    await portal.waitUntilHandled(await portal.broker.publish(orderCreated, order));
    release();
    await response;
    expect(await user.listApplications()).toMatchObject([{ order_id: order.order_id }]);
    expect(await user.getDraft()).toEqual([]);
    expect(await user.readUnfinished()).not.toHaveProperty('form');
  },
);

const toPairs = (startingPoint: 'draft' | 'application', names: readonly string[]) =>
  names.flatMap((first, at) =>
    names
      .slice(at)
      .filter((second) => mayMeet(first, second))
      .map((second) => [startingPoint, first, second] as const),
  );

test.each([
  ...toPairs(
    'draft',
    Object.keys(writes).filter((name) => /submit|save/i.test(name)),
  ),
  ...toPairs('application', Object.keys(writes)),
])(
  'with a stored %s, %s and %s at once leave what one of their two orders leaves',
  async (startingPoint, ...pair) => {
    const { serial, concurrent } = await startsFrom(startingPoint).run(pair);
    expect(concurrent.filter(({ state }) => !serial.includes(state))).toEqual([]);
  },
);

test('orders nothing for an application that a failover has reverted since it was read', async () => {
  const user = await portal.createUser();
  const form = await user.form({ save_id: 2 });
  const click = () => user.call('submitapplicationform', form);
  await click();
  const [reverted] = await user.listApplications();
  const applicationId = String(reverted?.application_id);

  // The second click has read the application, and is held before its first write.
  await portal.database.collection('firstholds').deleteMany({});
  const reached = portal.gate.holdNext(({ collection }) => collection === 'firstholds');
  const answered = click();
  const held = await reached;
  for (const name of ['claims', 'versions'])
    await portal.database.collection(name).deleteMany({ applicationId });
  await portal.database.collection<{ _id: string }>('applications').deleteOne({ _id: applicationId });
  held.release();
  await answered;

  const [listed] = await user.listApplications();
  expect(listed?.application_id).toEqual(expect.any(String));
  expect(listed?.application_id).not.toBe(applicationId);
  expect(portal.payment.orders.get(String(listed?.application_id))).toEqual(expect.any(String));
});
