import { sendNotice } from '@archaka/platform';
import { applicationStates } from '@archaka/platform/testing/states';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { examination, fakePortal } from '../../testing/fake-portal.ts';
import { draft } from '../../testing/filled-form.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { Application } from '../fill-application/application.tsx';

const scrollIntoView = jest.fn();
beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = scrollIntoView;
});
afterEach(() => {
  closePage();
  history.replaceState(null, '', '/');
});

const submitted = {
  application_id: 'ARC24-0000002B',
  number: '9876543210',
  order_id: 'order_7',
  examine_year: '2024',
  version: 1,
  ticket_version: null,
};
const withApplication = (record: object, attempts: object[] = []) => ({
  getticketsandprofile: () => ({ status: 200, data: [{ ...submitted, ...record }] }),
  getpaymentattempts: () => ({ status: 200, data: attempts }),
});
const withDraft = (fields = {}) => ({
  getsaveformdata: () => ({ status: 200, data: [{ ...draft, ...fields }] }),
});
const findTitle = (english: string) => screen.findByRole('heading', { name: new RegExp(`/ ${english}`) });
const Ticket = () => <a href="/ticket.pdf">the ticket</a>;
const Memo = () => <a href="/memo.pdf">the memo</a>;

test.each(applicationStates)(
  'shows "$title" for $record after $attempts, without a form, and ticket or memo at their time',
  async ({ title, record, attempts, mayPay }) => {
    fakePortal(withApplication(record, attempts));
    openForm(<Application Ticket={Ticket} Memo={Memo} />);

    await findTitle(title);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Pay now/ }) !== null).toBe(mayPay));
    const hasTicket = /fee has arrived|new hall ticket/.test(title);
    expect(screen.queryByRole('link', { name: 'the ticket' }) !== null).toBe(hasTicket);
    const hasMemo = 'result' in record && /result is published|revaluation|being confirmed/.test(title);
    expect(screen.queryByRole('link', { name: 'the memo' }) !== null).toBe(hasMemo);
    expect(screen.queryByRole('table') !== null).toBe(hasMemo);
    expect(screen.getByText(submitted.application_id)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Confirm to Pay/ })).toBeNull();
  },
);

const withResult = (papers: object[]) => {
  const result = { revision: 1, outcome: 'failed', papers, published_at: '2024-09-02T06:00:00.000Z' };
  return withApplication({ payment_status: 'S', ticket_version: 1, result });
};
const readMarks = async () => {
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.querySelector('.records-value')?.textContent),
  );
};

test('lists the papers of a result with their marks, whether they suffice, and who was absent', async () => {
  fakePortal(
    withResult([
      { paper: 'A', marks: 40 },
      { paper: 'S', marks: 39 },
      { paper: 'O', marks: null },
      { paper: 'GONE', marks: 7 },
    ]),
  );
  openForm(<Application />);
  expect(await readMarks()).toEqual([
    ['ఆగమం', '100కి 40', 'ఉత్తీర్ణత'],
    ['సంస్కృతం', '100కి 39', 'ఉత్తీర్ణత లేదు'],
    ['మౌఖికం', 'హాజరు కాలేదు', 'ఉత్తీర్ణత లేదు'],
    ['GONE', '7', ''],
  ]);
});

test('requests a revaluation of papers with marks, and pays its order without the check of the fee', async () => {
  const day = new Date();
  const result = {
    revision: 1,
    outcome: 'failed',
    papers: [
      { paper: 'A', marks: 31 },
      { paper: 'S', marks: 72 },
      { paper: 'O', marks: null },
    ],
    published_at: day.toISOString(),
  };
  let revaluation: object | undefined;
  const { findBodies } = fakePortal({
    getticketsandprofile: () => ({
      status: 200,
      data: [
        { ...submitted, payment_status: 'S', ticket_version: 1, result, ...(revaluation && { revaluation }) },
      ],
    }),
    getpaymentattempts: () => ({ status: 200, data: [] }),
    requestrevaluation: () => {
      const papers = [{ paper: 'A', marks: 31 }];
      revaluation = { state: 'unpaid', requested_at: day.toISOString(), papers, order_id: 'order_8' };
      return { status: 200, data: [{ order_id: 'order_8', amount: 50_000 }] };
    },
    postorderdata: () => ({ status: 409 }),
  });
  const { clickButton } = openForm(<Application Ticket={Ticket} Memo={Memo} />);
  await clickButton('Request a revaluation');
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value)).toEqual(['A', 'S']);
  expect(screen.getByRole('group').textContent).toContain('₹ 500');
  await clickButton('Request a revaluation');
  expect(screen.getByText('Please choose a paper', { exact: false })).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: /Agama/ }));
  await clickButton('Request a revaluation');
  await findTitle('The fee of the revaluation is due');
  expect(findBodies('requestrevaluation')).toEqual([
    { application_id: submitted.application_id, papers: ['A'] },
  ]);
  await clickButton('Pay now');
  await waitFor(() => expect(findBodies('postorderdata')).toEqual([{ order_id: 'order_8' }]));
});

const earlier = {
  ...submitted,
  application_id: 'ARC23-0000002B',
  examine_year: '2023',
  payment_status: 'S',
  ticket_version: 1,
};

test.each([
  ['of this examination beside one of an earlier examination', { payment_status: '' }, 'The fee is due'],
  ['as not begun after one of an earlier examination only', undefined, 'You have not applied yet'],
])('shows the application %s', async (_what, record, title) => {
  const records = record ? [earlier, { ...submitted, ...record }] : [earlier];
  fakePortal({ ...withApplication({}), getticketsandprofile: () => ({ status: 200, data: records }) });
  openForm(<Application Ticket={Ticket} />);

  await findTitle(title);
  expect(screen.queryByText(earlier.application_id)).toBeNull();
  expect(screen.queryByText(submitted.application_id) !== null).toBe(record !== undefined);
});

const dated = {
  getexamination: () => ({
    status: 200,
    data: [{ ...examination, amount: 100, examination_date: '2027-01-15', reporting_time: '08:30' }],
  }),
};
const hall = {
  roll_number: '24-101-0001',
  centre: { name: 'Hindu College', name_te: 'హిందూ కళాశాల', address: 'Main Road', address_te: 'మెయిన్ రోడ్' },
};

test('shows day, reporting time, centre and roll number once the fee is paid and a seat is assigned', async () => {
  fakePortal({ ...dated, ...withApplication({ payment_status: 'S', ticket_version: 1, hall }) });
  openForm(<Application Ticket={Ticket} />);

  expect((await screen.findByText(/15-01-2027/)).parentElement?.textContent).toBe(
    'పరీక్ష: 15-01-2027, ఉదయం 8:30 కల్లా రండి',
  );
  expect(screen.getByText('కేంద్రం: హిందూ కళాశాల. రోల్ నంబరు: 24-101-0001')).toBeTruthy();
});

test.each([
  [
    'the day alone while there is no seat',
    dated,
    { payment_status: 'S', ticket_version: 1 },
    /^పరీక్ష: 15-01-2027/,
  ],
  ['nothing of the hall before the fee is paid', dated, { payment_status: '' }, undefined],
  ['nothing of the hall while no day is known', {}, { payment_status: 'S', ticket_version: 1 }, undefined],
])('says %s', async (_what, examinationCall, record, expected) => {
  fakePortal({ ...examinationCall, ...withApplication(record) });
  openForm(<Application Ticket={Ticket} />);

  await screen.findByText(submitted.application_id);
  const hallTexts = [...document.querySelectorAll('[role="status"] p')]
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => /పరీక్ష:|కేంద్రం:/.test(text));
  expect(hallTexts).toEqual(expected ? [expect.stringMatching(expected)] : []);
});

test('announces a ticket that is made while the page is open', async () => {
  let ticket_version: number | null = null;
  fakePortal({
    getticketsandprofile: () => ({
      status: 200,
      data: [{ ...submitted, payment_status: 'S', ticket_version }],
    }),
  });
  openForm(<Application Ticket={Ticket} />);
  await screen.findByText(/హాల్ టికెట్ దానంతట/);

  ticket_version = 1;
  act(() => sendNotice('ticket-changed', {}));

  await screen.findByText(/హాల్ టికెట్ సిద్ధం/);
});

test('focuses a new submission and offers its payment once, with its application ID', async () => {
  let sent = false;
  fakePortal({
    ...withDraft(),
    getticketsandprofile: () => ({ status: 200, data: sent ? [{ ...submitted, payment_status: '' }] : [] }),
    paidSubmitapplicationform: () => {
      sent = true;
      return { status: 200, orderId: { id: submitted.order_id } };
    },
  });
  const { clickButton } = openForm(<Application Ticket={Ticket} />);

  await clickButton('Confirm to Pay');

  await waitFor(() => expect(screen.getByText(submitted.application_id)).toBeTruthy());
  expect(screen.getAllByRole('button', { name: /Pay now/ })).toHaveLength(1);
  expect(document.activeElement?.id).toBe('status');
});

test('shows an application with an order, not its draft, when the page is left and reopened at once', async () => {
  let isSubmitted = false;
  fakePortal({
    getsaveformdata: () => ({ status: 200, data: isSubmitted ? [] : [draft] }),
    getticketsandprofile: () => ({
      status: 200,
      data: isSubmitted ? [{ ...submitted, payment_status: '' }] : [],
    }),
    paidSubmitapplicationform: () => {
      isSubmitted = true;
      return { status: 200, orderId: { id: 'order_1' } };
    },
  });
  const { clickButton } = openForm(<Application />);
  await clickButton('Confirm to Pay');
  await screen.findByRole('button', { name: /Pay now/ });

  cleanup();
  openForm(<Application />);

  expect(await screen.findByRole('button', { name: /Pay now/ })).toBeTruthy();
});

test('says without a draft that there is no application, and links to the first field', async () => {
  fakePortal();
  openForm(<Application Ticket={Ticket} />);

  await findTitle('You have not applied yet');
  expect(screen.getByRole('link', { name: /Apply/ }).getAttribute('href')).toBe('/#field-aadhar');
});

test('shows a saved draft with its Indian time, and Continue leads to the first incomplete part', async () => {
  fakePortal(withDraft({ saved_at: '2026-11-23T02:15:00.000Z', agamamu: '' }));
  openForm(<Application Ticket={Ticket} />);

  await findTitle('Your form was saved on 23-11-2026 07:45');
  expect(screen.getByRole('link', { name: /Continue/ }).getAttribute('href')).toBe('/#part-examination');
});

test('starts at the status when it is reopened after Save or from the checkout', async () => {
  history.replaceState(null, '', '/#status');
  fakePortal(withDraft());
  openForm(<Application Ticket={Ticket} />);

  await findTitle('Your form is saved');
  expect(document.activeElement?.id).toBe('status');
  expect(scrollIntoView).toHaveBeenCalled();
});

test('moves to the status when the browser restores the page', async () => {
  fakePortal(withApplication({ payment_status: '' }));
  openForm(<Application Ticket={Ticket} />);
  await findTitle('The fee is due');
  expect(document.activeElement?.id).not.toBe('status');

  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

  expect(document.activeElement?.id).toBe('status');
});

const scrutiny = (verdict: string, last_day?: string) => ({
  version: 1,
  verdict,
  reasons: [{ id: 'name-differs', note: 'Lakshmi' }],
  at: '2024-08-01T06:00:00.000Z',
  ...(last_day && { last_day }),
});
const withReasons = {
  getexamination: () => ({
    status: 200,
    data: [
      {
        ...examination,
        amount: 100,
        scrutiny: {
          reasons: [
            {
              id: 'name-differs',
              verdict: 'correction',
              field: 'name',
              name: 'The name differs',
              name_te: 'పేరు వేరుగా ఉంది',
              needs_note: true,
            },
          ],
        },
      },
    ],
  }),
};
const paid = { payment_status: 'S', ticket_version: 1 };

test('shows what must be corrected until when, and opens the correction by its main button', async () => {
  const record = { ...paid, scrutiny: scrutiny('correction', '2099-12-09') };
  fakePortal({
    ...withApplication(record),
    ...withReasons,
    getapplicationform: () => ({
      status: 200,
      data: [{ ...draft, id: submitted.application_id, application_id: submitted.application_id }],
    }),
  });
  const { clickButton, findText } = openForm(<Application Ticket={Ticket} />);
  await findTitle('A correction is required');
  expect(screen.getByText('పేరు వేరుగా ఉంది: Lakshmi').closest('li')).not.toBeNull();
  await findText(/09-12-2099 లోగా/);
  expect(screen.queryByRole('link', { name: /Edit Application/ })).toBeNull();
  await clickButton('Correct the application');
  const dialog = await screen.findByRole('dialog', { name: /Application Update/ });
  expect(await within(dialog).findByRole('button', { name: /Send the correction/ })).toBeTruthy();
});

test('shows a rejection with its reason, and sends one appeal', async () => {
  const { findBodies } = fakePortal({
    ...withApplication({ ...paid, scrutiny: scrutiny('rejected') }),
    ...withReasons,
    appealrejection: () => ({ status: 200 }),
  });
  const { clickButton } = openForm(<Application Ticket={Ticket} />);
  await findTitle('The application was rejected');
  expect(screen.getByText('పేరు వేరుగా ఉంది: Lakshmi')).toBeTruthy();
  await clickButton('Appeal');
  const box = await screen.findByRole('textbox');
  fireEvent.change(box, { target: { value: 'too short' } });
  await clickButton('Appeal');
  expect(await screen.findByText('Please write at least 20 letters', { exact: false })).toBeTruthy();
  const text = 'The certificate has the same name as the form.';
  fireEvent.change(box, { target: { value: text } });
  await clickButton('Appeal');
  await waitFor(() =>
    expect(findBodies('appealrejection')).toEqual([{ application_id: submitted.application_id, text }]),
  );
});

test('shows grievances with state and answer, and sends another one', async () => {
  const opened_at = '2024-08-02T06:00:00.000Z';
  const grievances = [
    { number: 'GR24-0000001A', subject: 'ticket', state: 'closed', opened_at, text: '', answer: 'It came' },
    {
      number: 'GR24-0000002B',
      subject: 'other',
      state: 'call-back',
      on: '2099-12-09',
      opened_at,
      text: 'Why?',
    },
  ];
  let status = 420;
  const { findBodies } = fakePortal({
    ...withApplication({ ...paid, grievances }),
    filegrievance: () => ({ status, ...(status === 200 && { data: [{ number: 'GR24-0000003C' }] }) }),
  });
  const { clickButton } = openForm(<Application Ticket={Ticket} />);
  const list = within(await screen.findByRole('region', { name: 'మీ ఫిర్యాదులు' }));
  for (const text of ['It came', 'Why?', 'జవాబు ఇచ్చాం']) expect(list.getByText(text)).toBeTruthy();
  expect(list.getByText(/GR24-0000002B/).closest('li')?.textContent).toContain('09-12-2099');

  await clickButton('Write to the help desk');
  await clickButton('Send the grievance');
  expect(list.getByText('Please choose what it is about')).toBeTruthy();
  fireEvent.change(list.getByRole('combobox'), { target: { value: 'payment' } });
  fireEvent.change(list.getByRole('textbox'), { target: { value: 'The fee is due' } });
  await clickButton('Send the grievance');
  expect(await list.findByText(/Three of your grievances are open/)).toBeTruthy();
  status = 200;
  await clickButton('Send the grievance');
  expect(await list.findByText(/GR24-0000003C/)).toBeTruthy();
  const sent = { application_id: submitted.application_id, subject: 'payment', text: 'The fee is due' };
  expect(findBodies('filegrievance')).toEqual([sent, sent]);
});

test('shows the telephone of the office once an appeal is answered by a rejection', async () => {
  const appeal = { text: 'The same name', at: '2024-08-02T06:00:00.000Z', is_answered: true };
  fakePortal({
    ...withApplication({ ...paid, scrutiny: { ...scrutiny('rejected'), appeal } }),
    ...withReasons,
  });
  openForm(<Application Ticket={Ticket} />);
  await findTitle('The application was rejected');
  const link = screen.getByRole('link', { name: examination.contacts.office });
  expect(link.getAttribute('href')).toMatch(/^tel:/);
});
