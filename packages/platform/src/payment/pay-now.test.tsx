import type { PaymentAttempt } from '@archaka/contracts/calls';
import { textIn } from '@archaka/ui';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { sendNotice } from '../notices/notices.ts';
import { showUser } from '../session/session.ts';
import { portalStore } from '../store/portal-store.ts';
import { PortalFrame } from '../testing/portal-frame.tsx';
import { PayNow } from './pay-now.tsx';

const submitForm = jest.fn();
let requests: string[] = [];

beforeEach(() => {
  requests = [];
  submitForm.mockReset();
  // jsdom cannot navigate.
  HTMLFormElement.prototype.submit = submitForm as () => void;
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

async function renderAndClick() {
  const user = userEvent.setup({ delay: null });
  render(
    <PortalFrame>
      <PayNow orderId="order_1" number="9876543210" />
    </PortalFrame>,
  );
  await user.click(screen.getByRole('button', { name: /Pay now/ }));
  return user;
}

/** Renders Pay now for an order with these payments, and presses it. */
async function clickPayNow({
  known,
  now = known,
}: {
  known: PaymentAttempt[];
  now?: PaymentAttempt[] | 'down';
}) {
  const responses: Record<string, object | undefined> = {
    getpaymentattempts: known,
    recheckpayment: now === 'down' ? undefined : now,
    checkpaynumberandaadhar: [],
    postorderdata: [checkout],
  };
  globalThis.fetch = async (address) => {
    const call = String(address).split('/').at(-1) ?? '';
    requests.push(call);
    const data = responses[call];
    return data ? Response.json({ status: 200, data }) : Response.json({}, { status: 503 });
  };
  return renderAndClick();
}

/** Both requests are concurrent. */
const questions = ['checkpaynumberandaadhar', 'getpaymentattempts'];

test.each([
  { when: 'it is the first payment', known: [], expectedCalls: [] },
  { when: 'the earlier ones are known to have failed', known: [attempt('not_taken')], expectedCalls: [] },
  {
    when: 'the applicant has only been at the checkout, and the provider has seen no payment',
    known: [attempt('unknown', null)],
    expectedCalls: ['recheckpayment'],
  },
  {
    when: 'the provider says that the earlier one failed',
    known: [attempt('unknown')],
    now: [attempt('not_taken')],
    expectedCalls: ['recheckpayment'],
  },
])('leads to the checkout without a question when $when', async ({ known, now, expectedCalls }) => {
  await clickPayNow({ known, ...(now && { now }) });
  await waitFor(() => expect(submitForm).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([...questions, ...expectedCalls, 'postorderdata']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each<{ when: string; now: PaymentAttempt[] | 'down' }>([
  { when: 'the provider does not know yet either', now: [attempt('unknown')] },
  { when: 'the provider cannot be asked', now: 'down' },
])('recommends to wait and offers to pay when an earlier payment is unknown and $when', async ({ now }) => {
  const user = await clickPayNow({ known: [attempt('unknown')], now });
  const dialog = within(await screen.findByRole('dialog', { name: /An earlier payment is under way$/ }));
  expect(dialog.getByText(/రెండో చెల్లింపును గుర్తించి, దాని సంగతి మీకు చూపుతుంది/)).toBeTruthy();
  const [, firstButton] = dialog.getAllByRole('button');
  expect(firstButton?.textContent).toMatch(/Wait for the earlier payment$/);
  expect(requests).not.toContain('postorderdata');

  await user.click(dialog.getByRole('button', { name: /Pay again all the same$/ }));
  await waitFor(() => expect(submitForm).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says that the fee is paid when the provider reports it, without the checkout', async () => {
  await clickPayNow({ known: [attempt('unknown')], now: [attempt('taken')] });
  const readToasts = () => portalStore.getState().messages.toasts.map(({ message }) => message);
  await waitFor(() => expect(readToasts()).toContain('This application is paid already.'));
  expect(requests).toEqual([...questions, 'recheckpayment']);
});

test('says that the bank holds an earlier payment, and offers no other', async () => {
  await clickPayNow({ known: [attempt('unknown')], now: [attempt('held')] });
  await waitFor(() => expect(portalStore.getState().messages.alert).not.toBeNull());
  const { alert } = portalStore.getState().messages;
  expect(textIn('te', { id: alert?.title ?? '' })).toBe('మునుపటి చెల్లింపు ఇంకా జరుగుతోంది');
  expect(alert?.text).toMatch(/^Your bank holds a payment/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests).not.toContain('postorderdata');
});

test('calls the payment request handler while the earlier payments are loading', async () => {
  let answerAttempts: (response: Response) => void = () => undefined;
  globalThis.fetch = async (address) => {
    const call = String(address).split('/').at(-1) ?? '';
    requests.push(call);
    if (call === 'getpaymentattempts') return new Promise((resolve) => (answerAttempts = resolve));
    return Response.json({ status: 200, data: call === 'postorderdata' ? [checkout] : [] });
  };
  await renderAndClick();
  await waitFor(() => expect(requests).toEqual(questions));
  expect(requests).not.toContain('postorderdata');

  answerAttempts(Response.json({ status: 200, data: [] }));

  await waitFor(() => expect(submitForm).toHaveBeenCalledTimes(1));
});

test('continues the payment once the same applicant has signed in again', async () => {
  const applicant = { id: 'user-1', number: '9876543210', name: 'Sita' };
  showUser(applicant);
  let hasSession = false;
  globalThis.fetch = async (address) => {
    const call = String(address).split('/').at(-1) ?? '';
    requests.push(call);
    if (!hasSession) return Response.json({ title: 'Please sign in.' }, { status: 401 });
    return Response.json({ status: 200, data: call === 'postorderdata' ? [checkout] : [] });
  };
  await renderAndClick();
  await waitFor(() => expect(requests).toEqual(questions));

  hasSession = true;
  act(() => sendNotice('signed-in', applicant));

  await waitFor(() => expect(submitForm).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([...questions, 'getpaymentattempts', 'checkpaynumberandaadhar', 'postorderdata']);
});
