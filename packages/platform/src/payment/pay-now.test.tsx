import type { PaymentAttempt } from '@archaka/contracts';
import { textIn } from '@archaka/web-kit';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { portalStore } from '../store/portal-store.ts';
import { PortalFrame } from '../testing/portal-frame.tsx';
import { PayNow } from './pay-now.tsx';

const left = jest.fn();
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  left.mockReset();
  // jsdom cannot leave a page.
  HTMLFormElement.prototype.submit = left as () => void;
});
afterEach(cleanup);

const attempt = (state: PaymentAttempt['state'], payment_id: string | null = 'pay_1'): PaymentAttempt => ({
  payment_id,
  state,
  amount: 10_000,
  method: null,
  bank_reference: null,
  returning_by: null,
  last_checked: null,
  evidence: [],
});
const checkout = { action: 'https://checkout.test/', fields: {} };

/** Offers Pay now for an order with these payments, and presses it. */
async function press({ known, now = known }: { known: PaymentAttempt[]; now?: PaymentAttempt[] | 'down' }) {
  const answers: Record<string, object | undefined> = {
    getpaymentattempts: known,
    recheckpayment: now === 'down' ? undefined : now,
    checkpaynumberandaadhar: [],
    postorderdata: [checkout],
  };
  globalThis.fetch = async (address) => {
    const call = String(address).split('/').at(-1) ?? '';
    asked.push(call);
    const data = answers[call];
    return data ? Response.json({ status: 200, data }) : Response.json({}, { status: 503 });
  };
  const person = userEvent.setup({ delay: null });
  render(
    <PortalFrame>
      <PayNow orderId="order_1" number="9876543210" />
    </PortalFrame>,
  );
  await person.click(screen.getByRole('button', { name: /Pay now/ }));
  return person;
}
const toCheckout = ['checkpaynumberandaadhar', 'postorderdata'];

test.each([
  { when: 'it is the first payment', known: [], asks: [] },
  { when: 'the earlier ones are known to have failed', known: [attempt('not_taken')], asks: [] },
  {
    when: 'the applicant has only been at the checkout, and the provider has seen no payment',
    known: [attempt('unknown', null)],
    asks: ['recheckpayment'],
  },
  {
    when: 'the provider says that the earlier one failed',
    known: [attempt('unknown')],
    now: [attempt('not_taken')],
    asks: ['recheckpayment'],
  },
])('when $when, then Pay now leads to the checkout without a question', async ({ known, now, asks }) => {
  await press({ known, ...(now && { now }) });
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  expect(asked).toEqual(['getpaymentattempts', ...asks, ...toCheckout]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each<{ when: string; now: PaymentAttempt[] | 'down' }>([
  { when: 'the provider does not know yet either', now: [attempt('unknown')] },
  { when: 'the provider cannot be asked', now: 'down' },
])(
  'when an earlier payment is not known and $when, then waiting comes first and paying is a choice',
  async ({ now }) => {
    const person = await press({ known: [attempt('unknown')], now });
    const dialog = within(await screen.findByRole('dialog', { name: /An earlier payment is under way$/ }));
    expect(dialog.getByText(/రెండో చెల్లింపును గుర్తించి, దాని సంగతి మీకు చూపుతుంది/)).toBeTruthy();
    const [, first] = dialog.getAllByRole('button');
    expect(first?.textContent).toMatch(/Wait for the earlier payment$/);
    expect(asked).not.toContain('postorderdata');

    await person.click(dialog.getByRole('button', { name: /Pay again all the same$/ }));
    await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('when the provider says that the fee is paid already, then that is said, and nobody is sent to pay', async () => {
  await press({ known: [attempt('unknown')], now: [attempt('taken')] });
  const said = () => portalStore.getState().messages.toasts.map(({ message }) => message);
  await waitFor(() => expect(said()).toContain('This application is paid already.'));
  expect(asked).toEqual(['getpaymentattempts', 'recheckpayment']);
});

test('when the bank holds an earlier payment, then that is said, and there is no paying again', async () => {
  await press({ known: [attempt('unknown')], now: [attempt('held')] });
  await waitFor(() => expect(portalStore.getState().messages.alert).not.toBeNull());
  const { alert } = portalStore.getState().messages;
  expect(textIn('te', { id: alert?.title ?? '' })).toBe('మునుపటి చెల్లింపు ఇంకా జరుగుతోంది');
  expect(alert?.text).toMatch(/^Your bank holds a payment/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked).not.toContain('postorderdata');
});
