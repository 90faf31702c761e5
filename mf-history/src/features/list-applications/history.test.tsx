import { sendNotice } from '@archaka/platform';
import { startTranslator } from '@archaka/platform/testing';
import { applicationStates } from '@archaka/platform/testing/states';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildProblem, examination, fakePortal } from '../../testing/fake-portal.ts';
import {
  closePage,
  matchText,
  noteDownloads,
  openPage,
  readStrongControls,
} from '../../testing/open-page.tsx';
import {
  capturedPayment,
  paidApplication,
  returningPayment,
  unpaidApplication,
} from '../../testing/records.ts';
import { History } from './history.tsx';

const saveSpy = noteDownloads();
afterEach(() => {
  closePage();
  jest.useRealTimers();
});

const Update = ({ applicationId }: { applicationId: string }) => <p>changing {applicationId}</p>;
const openHistory = () => openPage(<History UpdateApplication={Update} />);
const withApplications = (...data: object[]) => ({ getticketsandprofile: () => ({ status: 200, data }) });
const withEditDeadline = (edit_until: string) => ({
  getexamination: () => ({ status: 200, data: [{ ...examination, amount: 100, edit_until }] }),
});

test('shows a change while the browser translates the page', async () => {
  let applications: object[] = [unpaidApplication];
  fakePortal({ getticketsandprofile: () => ({ status: 200, data: applications }) });
  const stop = startTranslator();
  try {
    openHistory();
    await screen.findByText(unpaidApplication.application_id);
    applications = [paidApplication];
    act(() => sendNotice('payment-changed', {}));
    expect(await screen.findByText(paidApplication.application_id)).toBeTruthy();
    expect((await screen.findAllByText('Success')).length).toBeGreaterThan(0);
    closePage();
  } finally {
    stop();
  }
});

test('shows every column of the specification, in Indian time [S-2.34] [S-2.35] [S-2.36] [S-2.37] [S-2.38] [S-2.41] [S-4.33]', async () => {
  fakePortal(withApplications(paidApplication));
  openHistory();
  await screen.findByText('వర');
  expect(readStrongControls()).toEqual(['Hall ticket']);
  const headings = screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent?.split(' / ').at(-1));
  expect(headings).toEqual([
    'Id',
    'Date',
    'Application ID',
    'Name',
    'Exam type',
    'Payment status',
    'View',
    'Application Update',
    'Hall ticket',
  ]);
  const [, row] = screen.getAllByRole('row');
  for (const text of [
    '1',
    '01-07-2024',
    paidApplication.application_id,
    paidApplication.name,
    'వర',
    'Vara',
    'Success',
  ])
    expect(within(row as HTMLElement).getByText(text)).toBeTruthy();
});

test.each([
  [{ exam_type: 1 }, ['ప్రవేశ', 'Pravesa'], '[S-2.39]'],
  [{ exam_type: 2 }, ['వర', 'Vara'], '[S-2.39]'],
  [{ exam_type: 3 }, ['ప్రవర', 'Pravara'], '[S-2.39]'],
  [{ payment_status: 'S' }, ['విజయవంతం', 'Success'], '[S-2.40]'],
  [{ payment_status: 'F' }, ['విఫలం', 'Failed'], '[S-2.40]'],
  [{ payment_status: 'C' }, ['రద్దయింది', 'Cancelled'], '[S-2.40]'],
  [{ payment_status: '' }, ['పెండింగ్‌లో ఉంది', 'Pending'], '[S-2.40]'],
  [{ language: '{not json' }, [paidApplication.name], '[S-8.24]'],
])('shows the row of %j with %j %s', async (change, texts, _ids) => {
  fakePortal(withApplications({ ...paidApplication, ...change }));
  openHistory();
  const row = await screen.findByRole('row', { name: new RegExp(paidApplication.application_id) });
  for (const text of texts) expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
});

test.each(applicationStates)(
  'shows "$title" for $record after $attempts',
  async ({ teluguTitle, record, attempts, mayPay }) => {
    fakePortal({
      ...withApplications({ ...paidApplication, ...record }),
      getpaymentattempts: () => ({ status: 200, data: attempts }),
    });
    openHistory();
    const [cell] = await screen.findAllByText(teluguTitle);
    expect(cell?.closest('td')).not.toBeNull();
    expect(screen.queryByRole('button', { name: /Pay now/ }) !== null).toBe(mayPay);
  },
);

test('makes the memo the only primary button of an application with a result, and saves it', async () => {
  const result = {
    revision: 1,
    outcome: 'passed',
    papers: [{ paper: 'A', marks: 72 }],
    published_at: '2024-09-02T06:00:00.000Z',
  };
  const { application_id } = paidApplication;
  fakePortal({
    ...withApplications({ ...paidApplication, result }),
    [`tickets/${application_id}/memo`]: () => new Response('%PDF-1.7'),
  });
  const page = openHistory();
  const link = await screen.findByRole('link', { name: /Download the memo$/ });
  expect(readStrongControls()).toEqual(['Download the memo']);
  expect(screen.getByRole('link', { name: /Hall ticket$/ })).toBeTruthy();
  await page.person.click(link);
  await waitFor(() => expect(saveSpy.mock.calls).toEqual([[`${application_id}-memo.pdf`]]));
});

test('makes Pay now the only primary button of an application with a due fee [S-2.42]', async () => {
  fakePortal(withApplications(unpaidApplication));
  const page = openHistory();
  await page.button('Pay now');
  await waitFor(() => expect(readStrongControls()).toEqual(['Pay now']));
});

test('links to the form when there is no application', async () => {
  fakePortal(withApplications());
  openHistory();
  const link = await screen.findByRole('link', { name: /Application Form$/ });
  expect(link.getAttribute('href')).toBe('/#application-form');
});

test('reports in place that the list cannot be read, and a retry loads it', async () => {
  let response: object = buildProblem(503, { code: 'part-down', title: 'down' });
  fakePortal({ getticketsandprofile: () => response });
  const page = openHistory();
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('భద్రంగా'));
  expect(page.alert()).toBe('Oops...');
  const [technical = ''] = examination.contacts.technical;
  const link = await screen.findByRole('link', { name: technical });
  expect(link.closest('[role="alert"]')).not.toBeNull();

  response = { status: 200, data: [paidApplication] };
  await page.clickButton('Try again');
  await page.findText(/ARC24-0123ABCD/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('explains a disabled edit button after the last day for edits, with a link', async () => {
  fakePortal({ ...withApplications(paidApplication), ...withEditDeadline('2024-07-01T00:00:00+05:30') });
  const page = openHistory();
  const reason = await page.findText(/01-07-2024 వరకే/);
  const button = await page.button('Application Update');
  expect(button.getAttribute('aria-describedby')).toBe(reason.closest('[id]')?.id);
  expect(button.hasAttribute('disabled') || button.hasAttribute('aria-disabled')).toBe(false);

  await page.person.click(button);
  await page.findText(/changing ARC24-0123ABCD/);
});

test('makes a required correction the next step with its reason, also after the last day for edits', async () => {
  const scrutiny = {
    version: 1,
    verdict: 'correction' as const,
    reasons: [{ id: 'name-differs', note: 'Lakshmi' }],
    last_day: '2099-12-09',
    at: '2024-08-01T06:00:00.000Z',
  };
  const reason = {
    id: 'name-differs',
    verdict: 'correction',
    field: 'name',
    name: 'The name differs',
    name_te: 'పేరు వేరుగా ఉంది',
    needs_note: true,
  };
  const closed = {
    ...examination,
    amount: 100,
    edit_until: '2024-07-01T00:00:00+05:30',
    scrutiny: { reasons: [reason] },
  };
  fakePortal({
    ...withApplications({ ...paidApplication, scrutiny }),
    getexamination: () => ({ status: 200, data: [closed] }),
  });
  const page = openHistory();
  const item = await screen.findByText('పేరు వేరుగా ఉంది: Lakshmi');
  expect(item.closest('td')).not.toBeNull();
  expect(screen.queryByText(matchText(/01-07-2024 వరకే/))).toBeNull();
  expect(readStrongControls()).toContain('Application Update');
  await page.clickButton('Application Update');
  await page.findText(/changing ARC24-0123ABCD/);
});

test('updates the edit button when the time for edits passes', async () => {
  jest.useFakeTimers({
    doNotFake: ['queueMicrotask', 'setImmediate'],
    now: new Date('2024-06-30T00:00:00Z'),
  });
  fakePortal({ ...withApplications(paidApplication), ...withEditDeadline('2024-09-30T00:00:00Z') });
  openHistory();
  await act(() => jest.advanceTimersByTimeAsync(100));
  const queryClosedNotice = () => screen.queryByText(matchText(/30-09-2024 వరకే/));
  await act(() => jest.advanceTimersByTimeAsync(Date.parse('2024-09-30T00:00:00Z') - Date.now()));
  expect(queryClosedNotice()).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(queryClosedNotice()).not.toBeNull();
});

test('shows that the fee is paid already, also in the row', async () => {
  let record = unpaidApplication;
  const title = 'This application is paid already.';
  fakePortal({
    getticketsandprofile: () => ({ status: 200, data: [record] }),
    checkpaynumberandaadhar: () => ({ status: 200 }),
    postorderdata: () => {
      record = { ...paidApplication, ticket_version: null };
      return buildProblem(409, { code: 'conflict', title });
    },
  });
  const page = openHistory();
  await page.clickButton('Pay now');
  await page.findText(/^Success$/);
  expect(page.readMessages()).toEqual([title]);
  expect(page.alert()).toBeUndefined();
  expect(screen.queryByRole('button', { name: /Pay now/ })).toBeNull();
});

test('updates the row when a paid application is paid again, with a link to both payments', async () => {
  let attempts = [capturedPayment];
  fakePortal({
    ...withApplications(paidApplication),
    getpaymentattempts: () => ({ status: 200, data: attempts }),
    getapplicationhistory: () => ({ status: 200, data: [] }),
  });
  const page = openHistory();
  const link = await screen.findByRole('link', { name: /Payment status$/ });
  expect(link.getAttribute('href')).toBe('/paymentstatus?order_id=order_1');
  expect(screen.queryByText(matchText(/₹ 100/))).toBeNull();

  attempts = [capturedPayment, returningPayment];
  act(() => sendNotice('payment-changed', { order_id: 'order_1' }));
  await page.findText(/₹ 100 మీకు తిరిగి వస్తోంది. 11-07-2024 లోగా/);
  await page.clickButton('View');
  const view = within(screen.getByRole('dialog', { name: /View$/ }));
  const cards = await view.findAllByRole('heading', { level: 4 });
  expect(cards.map(({ textContent }) => textContent?.split(' / ').at(-1))).toEqual(['Coming back', 'Taken']);
  for (const reference of ['BR0001', 'BR0002']) expect(view.getByText(reference)).toBeTruthy();
});

test('repairs a charged but unpaid application by a recheck from its row', async () => {
  let record = unpaidApplication;
  fakePortal({
    getticketsandprofile: () => ({ status: 200, data: [record] }),
    recheckpayment: () => {
      record = paidApplication;
      return { status: 200, data: [capturedPayment] };
    },
  });
  const page = openHistory();
  await page.clickButton('I was charged');
  await page.findText(/^Success$/);
  expect(
    screen.getByText(matchText(/Razorpay was asked just now/)).closest('[role="status"]'),
  ).not.toBeNull();
  expect(screen.queryByRole('button', { name: /Pay now/ })).toBeNull();
});

test('shows another identity paper in place of the Aadhaar number', async () => {
  const identity_paper = { name: 'Voter card', name_te: 'ఓటరు కార్డు', number: '**** 4567' };
  fakePortal({
    ...withApplications({ ...paidApplication, aadhar: '', identity_paper }),
    getapplicationhistory: () => ({ status: 200, data: [] }),
  });
  const page = openHistory();
  await page.clickButton('View');
  const view = within(screen.getByRole('dialog', { name: /View$/ }));
  await view.findByText('గుంటూరు');
  const term = view.getAllByRole('term').find(({ textContent }) => textContent === 'ఓటరు కార్డు / Voter card');
  expect(term?.nextElementSibling?.textContent).toBe('**** 4567');
  expect(view.queryByText(/Aadhaar/)).toBeNull();
});

test('shows the facts of an application in groups, the Aadhaar number once [S-1.13] [S-2.27] [S-2.43]', async () => {
  fakePortal({
    ...withApplications(paidApplication),
    getapplicationhistory: () => ({ status: 200, data: [] }),
  });
  const page = openHistory();
  await page.clickButton('View');
  const view = screen.getByRole('dialog', { name: /View$/ });
  await within(view).findByText('గుంటూరు');
  expect(within(view).queryByText('Scribe')).toBeNull();
  const terms = within(view)
    .getAllByRole('term')
    .map(({ textContent }) => textContent?.split(' / ').at(-1));
  expect(terms).toEqual([
    ...['Application ID', 'Booked date', 'Fee', 'Status', 'Order ID', 'Transaction ID'],
    ...['Name', "Father's name", 'Mobile number', 'Aadhaar number', 'Birth star', 'Age'],
    ...['Postal address', 'Mandal', 'District'],
    ...['Exam type', 'Regular or compartmental', 'Centre district', 'Agamamu'],
  ]);
  for (const text of [
    '**** **** 0123',
    '01-07-2024 00:15',
    '17-05-1990',
    '₹ 100',
    'Vaikhanasa',
    'order_1',
    'తెనాలి',
  ])
    expect(within(view).getByText(text)).toBeTruthy();
  const photo = within(view).getByRole<HTMLImageElement>('img', { name: /Photo$/ });
  expect(photo.getAttribute('src')).toBe('/api/documents/photo-1');
  expect(
    within(view)
      .getByRole('link', { name: /Birth certificate$/ })
      .getAttribute('download'),
  ).toBe('ARC24-0123ABCD-birth-certificate.pdf');
  await waitFor(() => expect(screen.queryByRole('status', { name: /Loading/ })).toBeNull());
});

test('shows scribe, extra time and their certificate when they were requested', async () => {
  fakePortal({
    ...withApplications({
      ...paidApplication,
      accommodation: { scribe: 'department', compensatory_time: true },
      accommodation_certificate: [{ document_id: 'certificate-1', filetype: 'pdf' }],
    }),
    getapplicationhistory: () => ({ status: 200, data: [] }),
  });
  const page = openHistory();
  await page.clickButton('View');
  const view = within(screen.getByRole('dialog', { name: /View$/ }));
  for (const text of ['Scribe from the department', '20 minutes more for each hour'])
    await view.findByText(text);
  const link = view.getByRole('link', { name: /Certificate for scribe or extra time$/ });
  expect(link.getAttribute('href')).toBe('/api/documents/certificate-1');
  await waitFor(() => expect(screen.queryByRole('status', { name: /Loading/ })).toBeNull());
});
