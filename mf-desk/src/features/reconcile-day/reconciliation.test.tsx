import type { ReconciledDay } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const reconciled: ReconciledDay = {
  begun: {
    captured: { count: 3, amount: 30_000 },
    refunded: { count: 1, amount: 10_000 },
    unsettled: { count: 2, amount: 20_000 },
  },
  settlements: [
    {
      ...{ settlement_id: 'setl_1', utr: 'UTR7', at: null, fees: 472, net: 29_528 },
      payments: { count: 3, amount: 30_000 },
      refunds: { count: 0, amount: 0 },
      others: { count: 0, amount: 0 },
    },
  ],
  in_ledger: { captured: 20_000, refunded: 0, differing: 10_000 },
  differences: [
    {
      ...{ kind: 'unknown-payment', application_id: null, order_id: 'order_1', payment_id: 'pay_1' },
      ...{ settled: 10_000, in_ledger: 0 },
    },
  ],
  more: 0,
};
const readBy = (role: string) => ({
  ...as(role),
  getreconciliation: () => ({ status: 200, data: [reconciled] }),
});

test('shows the sums of a day, its settlement and each difference in words; the day is in the address', async () => {
  const { findBodies } = fakeDesk(readBy('finance'));
  const page = openDesk('/desk/reconciliation?day=2026-11-21');
  const settlement = await screen.findByRole('table', { name: /Settlement/ });
  expect(settlement.textContent).toMatch(/setl_1.*UTR7.*3 · ₹300\.00.*₹4\.72.*₹295\.28/);
  const [, difference] = within(screen.getByRole('table', { name: /Differences/ })).getAllByRole('row');
  expect(difference?.textContent).toMatch(
    /The portal does not know this payment.*order_1.*pay_1.*₹100\.00.*₹0\.00/,
  );
  const [begun] = screen.getAllByRole('definition');
  expect(begun?.textContent).toBe('3 · ₹300.00');
  expect(screen.getByRole('link', { name: 'XLSX' }).getAttribute('href')).toBe(
    '/api/desk/reconciliation/xlsx?day=2026-11-21',
  );
  fireEvent.change(screen.getByLabelText(/Day/), { target: { value: '2026-11-22' } });
  expect(page.readAddress()).toBe('/desk/reconciliation?day=2026-11-22');
  expect(findBodies('getreconciliation').map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22']);
});

test('a clerk without the role reads nothing', async () => {
  const { requests } = fakeDesk(readBy('senior-clerk'));
  openDesk('/desk/reconciliation');
  expect(await screen.findByText(/do not include this page/)).toBeTruthy();
  expect(requests.map(({ call }) => call)).not.toContain('getreconciliation');
});
