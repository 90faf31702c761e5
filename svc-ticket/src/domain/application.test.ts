import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Application,
  type Edition,
  wantedTicket,
  withEdition,
  withPayment,
  withReturning,
} from './application.ts';
import { snapshotOf } from './testing/examples.ts';

const application_id = 'ARC24-0000000';
const payment = { order_id: 'order_1', payment_id: 'pay_1', amount: 10_000 };

const edition = (version: number): Edition => ({
  version,
  user_id: 'user',
  snapshot: snapshotOf({ application_id, name: `Name of version ${version}` }),
});

type Told = number | 'captured';
const after = (told: readonly Told[]): Application =>
  told.reduce<Application>(
    (application, news) =>
      news === 'captured' ? withPayment(application, payment) : withEdition(application, edition(news)),
    { application_id },
  );

test('whatever the order and however often events come, the newest version is wanted once there is a payment', () => {
  const news = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant('captured' as const)), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(news, (told) => {
      const versions = told.filter((one) => one !== 'captured');
      const due = told.includes('captured') && versions.length > 0;
      expect(wantedTicket(after(told))?.edition.version).toBe(due ? Math.max(...versions) : undefined);
    }),
  );
});

test('an older version that comes late changes nothing', () => {
  const newest = after([2]);
  expect(withEdition(newest, edition(1))).toBe(newest);
});

test('a second payment does not take the place of the first, unless that goes back', () => {
  const paid = after([1, 'captured']);
  const twice = withPayment(paid, { ...payment, payment_id: 'pay_2' });
  expect(wantedTicket(twice)?.payment.payment_id).toBe('pay_1');
  expect(wantedTicket(withReturning(twice, 'pay_1'))?.payment.payment_id).toBe('pay_2');
  expect(withPayment(twice, payment)).toBe(twice);
});

test('a payment that goes back pays for no ticket, whichever is heard first', () => {
  const unpaid = after([1]);
  expect(wantedTicket(withReturning(withPayment(unpaid, payment), 'pay_1'))).toBeUndefined();
  expect(wantedTicket(withPayment(withReturning(unpaid, 'pay_1'), payment))).toBeUndefined();
  const again = withPayment(withReturning(unpaid, 'pay_1'), { ...payment, payment_id: 'pay_2' });
  expect(wantedTicket(again)?.payment.payment_id).toBe('pay_2');
});
