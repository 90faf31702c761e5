import type { CallAnswer, getRefundsToDecide } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

type PendingRefund = NonNullable<CallAnswer<typeof getRefundsToDecide>['data']>[number];
const pending: PendingRefund = {
  payment_id: 'pay_2',
  order_id: 'order_1',
  application_id: 'ARC24-0000001A',
  amount: 10_000,
  bank_reference: 'ref-7',
  opened_at: '2026-11-29T06:30:00Z',
  reason: 'paid-twice',
  status: 'deciding',
  is_own_approval: false,
};
const signedIn = (roles: readonly string[]) => ({
  ...as(...roles),
});

test('returns a payment for a reason, and says so', async () => {
  let refunds = [pending];
  const { findBodies } = fakeDesk({
    ...signedIn(['finance']),
    getrefundstodecide: () => ({ status: 200, data: refunds }),
    deciderefund: () => {
      refunds = [];
      return { status: 200, data: [{ result: 'refunding' }] };
    },
  });
  const page = openDesk('/desk/payments');
  expect(await screen.findByText('₹ 100')).toBeTruthy();
  expect(screen.getByText('The fee was paid twice')).toBeTruthy();
  await page.clickButton(/Return it/);
  await page.type('no{Enter}');
  expect(await screen.findByText('Write a reason of at least 5 letters')).toBeTruthy();
  await page.type('t owed{Enter}');
  expect(await screen.findByText('The payment is being returned.')).toBeTruthy();
  expect(await screen.findByText('No payment waits for a decision.')).toBeTruthy();
  expect(findBodies('deciderefund')).toEqual([
    { payment_id: 'pay_2', outcome: 'approve', reason: 'not owed' },
  ]);
});

test('offers the first of two people no second approval, and an auditor no decision', async () => {
  const approved = { ...pending, approved_by: 'Lakshmi', is_own_approval: true };
  const responses = { getrefundstodecide: () => ({ status: 200, data: [approved] }) };
  fakeDesk({ ...signedIn(['finance']), ...responses });
  openDesk('/desk/payments');
  expect(await screen.findByText('Approved by Lakshmi; another person must approve it, too.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Return it/ })).toBeNull();
  expect(screen.getByRole('button', { name: /Keep it/ })).toBeTruthy();

  closeDesk();
  fakeDesk({ ...signedIn(['auditor']), ...responses });
  openDesk('/desk/payments');
  await screen.findByText('ref-7');
  expect(screen.queryByRole('button', { name: /Keep it/ })).toBeNull();
});

test('shows what the service refuses at the payment, with what was typed', async () => {
  fakeDesk({
    ...signedIn(['finance']),
    getrefundstodecide: () => ({ status: 200, data: [pending] }),
    deciderefund: () => ({ status: 420 }),
  });
  const page = openDesk('/desk/payments');
  await page.clickButton(/Keep it/);
  await page.type('already settled{Enter}');
  expect(await screen.findByText(/No decision is pending for this payment/)).toBeTruthy();
  expect((screen.getByRole('textbox', { name: /Why/ }) as HTMLInputElement).value).toBe('already settled');
});
