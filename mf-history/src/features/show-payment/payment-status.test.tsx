import { sendNotice } from '@archaka/platform';
import { applicationStates } from '@archaka/platform/testing/states';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { buildProblem, examination, fakePortal } from '../../testing/fake-portal.ts';
import { closePage, openPage, readStrongControls } from '../../testing/open-page.tsx';
import {
  capturedPayment,
  paidApplication,
  returningPayment,
  unpaidApplication,
} from '../../testing/records.ts';
import { PaymentStatus } from './payment-status.tsx';

afterEach(closePage);

const orderPath = '/paymentstatus?order_id=order_1';
const openStatus = (path = orderPath) => openPage(<PaymentStatus />, path);
/** Every heading, in English. */
const readHeadings = () =>
  screen.getAllByRole('heading').map(({ textContent }) => textContent?.split(' / ').at(-1));
const withPayments = (application: object, ...attempts: object[]) => ({
  getpaymnetstatus: () => ({ status: 200, data: [application] }),
  getpaymentattempts: () => ({ status: 200, data: attempts }),
});

test('starts the page of a paid fee with the status and the hall ticket, everything else folded below', async () => {
  fakePortal(
    withPayments(
      paidApplication,
      { ...capturedPayment, payment_id: 'pay_0', state: 'not_taken', bank_reference: null },
      capturedPayment,
    ),
  );
  openStatus();
  await screen.findAllByText('BR0001');
  expect(readHeadings()).toEqual([
    'The fee has arrived',
    'Payment receipt',
    'Payments of this order',
    'Taken',
    'Not taken',
  ]);
  expect(readStrongControls()).toEqual(['Hall ticket']);
  const card = screen.getByRole('region', { name: /The fee has arrived$/ });
  expect(card.contains(screen.getByRole('link', { name: /Hall ticket$/ }))).toBe(true);
  const folds = [...document.querySelectorAll('details')];
  expect(folds.map(({ open }) => open)).toEqual([false, false]);
  expect(screen.getByText(paidApplication.application_id).closest('details')).toBeNull();
  expect(screen.getByText('order_1').closest('details')).toBe(folds[0]);
  expect(screen.getAllByText('BR0001').map((reference) => reference.closest('details'))).toEqual([
    null,
    folds[1],
  ]);
});

test('unfolds everything for printing, and folds it again', async () => {
  fakePortal(withPayments(paidApplication, capturedPayment));
  openStatus();
  await screen.findAllByText('BR0001');
  const [facts, attempts] = [...document.querySelectorAll('details')];
  if (attempts) attempts.open = true;
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect([facts?.open, attempts?.open]).toEqual([true, true]);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect([facts?.open, attempts?.open]).toEqual([false, true]);
});

test.each([
  { what: 'submitted', record: { ...unpaidApplication, payment_status: 'F' }, step: 'Paid' },
  { what: 'paid', record: { ...paidApplication, ticket_version: null }, step: 'Hall ticket' },
  { what: 'paid, with the ticket', record: paidApplication, step: undefined },
])('shows "$step" as the next milestone when the application is $what', async ({ record, step }) => {
  fakePortal(withPayments(record));
  openStatus();
  await screen.findByRole('region');
  const next = document.querySelector('.milestone[aria-current="step"]')?.textContent;
  expect(next?.replace(/^\d/, '')).toBe(step && { Paid: 'చెల్లించారు', 'Hall ticket': 'హాల్ టికెట్' }[step]);
});

test("focuses the payment's status after the checkout, and retains the focus when it changes", async () => {
  let record: object = { ...unpaidApplication, payment_status: 'F' };
  fakePortal({ getpaymnetstatus: () => ({ status: 200, data: [record] }) });
  const page = openStatus();
  const failed = await screen.findByRole('region', { name: /The payment failed$/ });
  await waitFor(() => expect(document.activeElement).toBe(failed.parentElement));
  expect(failed.querySelector('[role="status"]')?.textContent).toMatch(/చెల్లింపు విఫలమైంది.*మళ్ళీ చెల్లించవచ్చు/);

  (await page.button('Pay now')).focus();
  record = paidApplication;
  act(() => sendNotice('payment-changed', { order_id: 'order_1' }));
  const paid = await screen.findByRole('region', { name: /The fee has arrived$/ });
  await waitFor(() => expect(document.activeElement).toBe(paid.parentElement));
});

test('retains the focus after a link of the portal', async () => {
  const main = document.createElement('main');
  main.tabIndex = -1;
  document.body.append(main);
  main.focus();
  fakePortal(withPayments(paidApplication));
  openStatus();
  await screen.findByRole('region');
  expect(document.activeElement).toBe(main);
  main.remove();
});

test('states the refund of a second payment with its day, in rupees', async () => {
  fakePortal(withPayments(paidApplication, capturedPayment, { ...returningPayment, amount: 10_000_000 }));
  const page = openStatus();
  await page.findText(/ఒకటి కంటే ఎక్కువసార్లు/);
  await page.findText(/₹ 1,00,000 మీకు తిరిగి వస్తోంది. 11-07-2024 లోగా/);
  for (const reference of ['BR0001', 'BR0002'])
    expect(screen.getAllByText(reference).length).toBeGreaterThan(0);
  for (const text of ['Razorpay తెలిపింది: చెల్లింపు అందింది.', 'You left for the payment page.'])
    expect(screen.getAllByText(text)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /Pay now/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /I was charged/ })).toBeNull();
});

test.each(applicationStates)(
  'shows "$title" for $record after $attempts',
  async ({ title, record, attempts, mayPay }) => {
    fakePortal(withPayments({ ...unpaidApplication, ...record }, ...attempts));
    openStatus();
    await screen.findByRole('region', { name: new RegExp(`/ ${title}$`) });
    expect(screen.queryByRole('button', { name: /Pay now/ }) !== null).toBe(mayPay);

    if (mayPay) expect(readStrongControls()).toEqual(title.endsWith('confirmed') ? [] : ['Pay now']);
  },
);

test('lists the payments of a revaluation beside those of the fee, and leads back to it while it is due', async () => {
  const revaluation = {
    state: 'unpaid',
    requested_at: '2024-09-03T06:00:00.000Z',
    papers: [{ paper: 'A', marks: 31 }],
    order_id: 'order_2',
  };
  fakePortal({
    ...withPayments({ ...paidApplication, revaluation }),
    getpaymentattempts: ({ order_id }) => {
      const failed = { ...capturedPayment, payment_id: 'pay_2', state: 'not_taken', amount: 50_000 };
      return { status: 200, data: [order_id === 'order_2' ? failed : capturedPayment] };
    },
  });
  openStatus('/paymentstatus?order_id=order_2');
  const list = await screen.findByRole('region', { name: /Payments of the revaluation$/ });
  expect(list.textContent).toMatch(/₹ 500/);
  expect(screen.getByRole('region', { name: /Payments of this order$/ }).textContent).toMatch(/₹ 100/);
});

test('states while it waits for the bank by when a payment is known', async () => {
  fakePortal(withPayments(unpaidApplication, { ...capturedPayment, state: 'unknown' }));
  const page = openStatus();
  await page.findText(/బ్యాంకు సమాధానం కోసం/);
  await page.findText(/ప్రతి నిమిషం/);
});

test('shows the office’s number when money is refunded because of another application', async () => {
  const returning = { ...returningPayment, returning_because: 'claim-lost' };
  fakePortal(withPayments({ ...unpaidApplication, payment_status: 'F' }, returning));
  openStatus();
  const link = await screen.findByRole('link', { name: examination.contacts.office });
  expect(link.getAttribute('href')).toMatch(/^tel:/);
});

test.each([
  { office: 'deciding', heading: /The office is looking at it$/, says: /తిరిగి పంపుతుంది, లేదా ఎందుకు పంపలేదో/ },
  { office: 'kept', heading: /Taken$/, says: /తిరిగి పంపకూడదని నిర్ణయించింది/ },
])(
  'says that the office holds a second payment ($office), and that no payment is due',
  async ({ office, heading, says }) => {
    fakePortal(
      withPayments(paidApplication, capturedPayment, { ...capturedPayment, payment_id: 'pay_2', office }),
    );
    const page = openStatus();
    await page.findText(/మళ్ళీ చెల్లించనవసరం లేదు; రెండో చెల్లింపు/);
    await page.findText(says);
    const [newest] = screen.getAllByRole('heading', { level: 4 });
    expect(newest?.textContent).toMatch(heading);
    expect(screen.queryByRole('button', { name: /Pay now/ })).toBeNull();
  },
);

test('shows a payment that a recheck finds, and retains its result', async () => {
  let record: object = unpaidApplication;
  fakePortal({
    getpaymnetstatus: () => ({ status: 200, data: [record] }),
    recheckpayment: () => {
      record = paidApplication;
      return { status: 200, data: [capturedPayment] };
    },
  });
  const page = openStatus();
  await page.clickButton('I was charged');
  await page.findText(/రుసుము అందింది/);
  expect(screen.queryByRole('button', { name: /I was charged/ })).toBeNull();
  const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(statuses.join()).toMatch(/Razorpay was asked just now.*₹ 100 చెల్లింపు అందింది/);
});

test('explains the result of a recheck in plain words', async () => {
  const held = { ...capturedPayment, state: 'held', evidence: [] };
  const { findBodies } = fakePortal({
    ...withPayments(unpaidApplication),
    recheckpayment: () => ({ status: 200, data: [held] }),
  });
  const page = openStatus();
  await page.clickButton('I was charged');
  await page.findText(/Razorpay was asked just now/);
  await page.findText(/మీ బ్యాంకు ₹ 100 నిలిపి ఉంచింది/);
  expect(findBodies('recheckpayment')).toEqual([{ order_id: 'order_1', details: true }]);
});

test('says that nothing is lost when the provider cannot be queried, without an alert', async () => {
  fakePortal({
    ...withPayments(unpaidApplication),
    recheckpayment: () => buildProblem(503, { code: 'part-down', title: 'down' }),
  });
  const page = openStatus();
  await page.clickButton('I was charged');
  await page.findText(/ఇప్పుడు Razorpayను అడగలేకపోయాం/);
  await screen.findByRole('link', { name: examination.contacts.office });
  expect(page.alert()).toBeUndefined();
});

test('updates the page when the server reports a changed payment', async () => {
  let record: object = unpaidApplication;
  let attempts: object[] = [];
  fakePortal({
    getpaymnetstatus: () => ({ status: 200, data: [record] }),
    getpaymentattempts: () => ({ status: 200, data: attempts }),
  });
  const page = openStatus();
  const emitChange = (newRecord: object, ...newAttempts: object[]) => {
    [record, attempts] = [newRecord, newAttempts];
    act(() => sendNotice('payment-changed', { order_id: 'order_1' }));
  };
  await page.findText(/ఇంకా చెల్లించలేదు/);
  emitChange(paidApplication, capturedPayment);
  await page.findText(/రుసుము అందింది/);
  await screen.findAllByText('BR0001');
  emitChange(paidApplication, capturedPayment, returningPayment);
  await screen.findByText('BR0002');
  emitChange({ ...unpaidApplication, payment_status: 'F' }, { ...capturedPayment, state: 'returned' });
  await page.findText(/డబ్బు మీకు తిరిగి వెళ్ళింది/);
  await page.button('Pay now');
});

test('is a receipt: amount, day, mode and reference, the way of the money, then every fact folded [S-2.55]', async () => {
  const [left, captured] = capturedPayment.evidence;
  const evidence = [{ ...left, kind: 'checkout-started' }, captured];
  fakePortal(withPayments(paidApplication, { ...capturedPayment, evidence }));
  openStatus();
  await screen.findByText('order_1');
  await screen.findByText('Reference');
  const terms = [...document.querySelectorAll('.receipt .card dt')].map(({ textContent }) =>
    textContent?.split(' / ').at(-1),
  );
  expect(document.querySelector('.receipt-amount')?.textContent).toBe('₹ 100');
  expect(terms.slice(0, 6)).toEqual([
    ...['Application ID', 'Name', 'Paid on', 'Paid by', 'Reference'],
    "Father's name",
  ]);
  expect(terms).toEqual(expect.arrayContaining(['Booked date', 'Order ID', 'Transaction ID']));
  const way = [...document.querySelectorAll('.trail > li')].map(({ textContent }) => textContent);
  expect(way).toEqual(['చెల్లింపు పేజీ01-07-2024 09:25', 'రుసుము చెల్లించారు01-07-2024 09:29']);
});

test('is a receipt only once the fee is paid, and says once what a webhook reports and a poll confirms', async () => {
  const [left, captured] = capturedPayment.evidence;
  const again = { at: '2024-07-01T03:59:01.000Z', says: 'We asked Razorpay: the payment was taken.' };
  const evidence = [left, captured, { ...captured, ...again, source: 'poll' }];
  let record: object = { ...unpaidApplication, payment_status: 'F' };
  fakePortal({
    getpaymnetstatus: () => ({ status: 200, data: [record] }),
    getpaymentattempts: () => ({ status: 200, data: [{ ...capturedPayment, evidence }] }),
  });
  const page = openStatus();
  await screen.findByRole('heading', { name: /This order$/ });
  expect(screen.queryByRole('heading', { name: /Payment receipt$/ })).toBeNull();

  record = paidApplication;
  act(() => sendNotice('payment-changed', { order_id: 'order_1' }));
  await screen.findByRole('heading', { name: /Payment receipt$/ });
  await page.findText(/Razorpay తెలిపింది: చెల్లింపు అందింది/);
  expect(screen.getAllByText(/: చెల్లింపు అందింది/)).toHaveLength(1);
});

test('says a second dispute after the end of the first', async () => {
  const [, captured] = capturedPayment.evidence;
  const evidence = ['dispute', 'dispute-closed', 'dispute'].map((kind, at) => ({
    ...captured,
    at: `2024-07-0${at + 2}T03:59:01.000Z`,
    says: kind,
    kind,
  }));
  fakePortal(withPayments(paidApplication, { ...capturedPayment, evidence }));
  openStatus();
  await screen.findByText('order_1');
  await waitFor(() => expect(document.querySelectorAll('.evidence > li')).toHaveLength(3));
});

test('names UPI in both languages when the fee was paid by it', async () => {
  fakePortal(withPayments(paidApplication, { ...capturedPayment, method: 'upi' }));
  openStatus();
  const [label] = await screen.findAllByText('Paid by');
  expect(label?.closest('div')?.textContent).toMatch(/యూపీఐ \/ UPI$/);
});

test('opens the print dialog for the receipt, with the date', async () => {
  const print = jest.spyOn(window, 'print').mockReturnValue(undefined);
  fakePortal(withPayments(unpaidApplication, { ...capturedPayment, state: 'not_taken' }));
  const page = openStatus();
  await page.clickButton('Print or save as PDF');
  expect(print).toHaveBeenCalledTimes(1);
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2024-07-02T04:30:00Z'));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  jest.restoreAllMocks();
  await page.findText(/ముద్రించిన సమయం: 02-07-2024 10:00/);
  await page.findText(/సహాయం కోసం: /);
});

test.each([403, 404])(
  'says that the order is not this applicant’s (%i), and where to look',
  async (status) => {
    fakePortal({
      getpaymnetstatus: () => buildProblem(status, { code: 'not-found', title: 'There is no such thing' }),
    });
    const page = openStatus();
    await page.findText(/not among your applications/);
    await screen.findByRole('link', { name: examination.contacts.office });
    expect(screen.getByRole('link', { name: /Application History$/ }).getAttribute('href')).toBe('/ticket');
    expect(page.alert()).toBeUndefined();
  },
);

test('says that the address names no order, without a request [S-2.56]', async () => {
  const { findBodies } = fakePortal();
  const page = openStatus('/paymentstatus');
  await page.findText(/This link names no order/);
  expect(screen.getByRole('link', { name: /Go to Website$/ }).getAttribute('href')).toBe('/');
  expect(findBodies('getpaymnetstatus')).toEqual([]);
});

test('loads the state by a retry when it could not be read', async () => {
  let isUp = false;
  fakePortal({
    getpaymnetstatus: () =>
      isUp
        ? { status: 200, data: [paidApplication] }
        : buildProblem(503, { code: 'part-down', title: 'down' }),
  });
  const page = openStatus();
  await screen.findByRole('alert');
  isUp = true;
  await page.clickButton('Try again');
  await page.findText(/Payment receipt/);
});
