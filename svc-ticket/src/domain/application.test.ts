import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Application,
  type ApplicationVersion,
  applyPayment,
  applyReversal,
  applyVersion,
  findDueTicket,
} from './application.ts';
import { buildSnapshot } from './testing/builders.ts';

const application_id = 'ARC24-0000000';
const payment = { order_id: 'order_1', payment_id: 'pay_1', amount: 10_000 };

const buildVersion = (version: number): ApplicationVersion => ({
  version,
  user_id: 'user',
  snapshot: buildSnapshot({ application_id, name: `Name of version ${version}` }),
});

type Change = number | 'captured';
const applyChanges = (changes: readonly Change[]): Application =>
  changes.reduce<Application>(
    (application, change) =>
      change === 'captured'
        ? applyPayment(application, payment)
        : applyVersion(application, buildVersion(change)),
    { application_id },
  );

test("requests the newest version's ticket after a payment, whatever the order and number of events", () => {
  const anyChanges = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant('captured' as const)), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(anyChanges, (changes) => {
      const versions = changes.filter((change) => change !== 'captured');
      const isDue = changes.includes('captured') && versions.length > 0;
      expect(findDueTicket(applyChanges(changes), () => undefined)?.applicationVersion.version).toBe(
        isDue ? Math.max(...versions) : undefined,
      );
    }),
  );
});

test('retains the first payment until that is reversed', () => {
  const paid = applyChanges([1, 'captured']);
  const paidTwice = applyPayment(paid, { ...payment, payment_id: 'pay_2' });
  expect(findDueTicket(paidTwice, () => undefined)?.payment.payment_id).toBe('pay_1');
  expect(findDueTicket(applyReversal(paidTwice, 'pay_1'), () => undefined)?.payment.payment_id).toBe('pay_2');
  expect(applyPayment(paidTwice, payment)).toBe(paidTwice);
});

test('issues no ticket for a reversed payment, in either order of the events', () => {
  const unpaid = applyChanges([1]);
  expect(
    findDueTicket(applyReversal(applyPayment(unpaid, payment), 'pay_1'), () => undefined),
  ).toBeUndefined();
  expect(
    findDueTicket(applyPayment(applyReversal(unpaid, 'pay_1'), payment), () => undefined),
  ).toBeUndefined();
  const paidAgain = applyPayment(applyReversal(unpaid, 'pay_1'), { ...payment, payment_id: 'pay_2' });
  expect(findDueTicket(paidAgain, () => undefined)?.payment.payment_id).toBe('pay_2');
});
