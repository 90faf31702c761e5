import type { CaseAttempt } from '@archaka/contracts/calls';
import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { afterEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildCase, leaseOf, otherClerk } from '../../testing/cases.ts';
import { as, closeDesk, fakeDesk, openDesk, paper } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const CASE = '/desk/case/ARC24-0000001A';
const withCase = (change?: Parameters<typeof buildCase>[0]) => ({
  getcase: () => ({ status: 200, data: [buildCase(change)] }),
});
const readFact = (label: string) =>
  screen.getAllByRole('term').find(({ textContent }) => textContent?.startsWith(label))?.nextElementSibling
    ?.textContent;
const findHead = () => screen.findByRole('heading', { level: 1, name: /ARC24-0000001A/ });

test('shows a case without leasing it, and which clerk has it open', async () => {
  const { requests } = fakeDesk(withCase({ summary: { lease: leaseOf(otherClerk) } }));
  openDesk(CASE);
  await findHead();
  expect(screen.getByText('open with Ramesh')).toBeTruthy();
  expect(screen.getByText('Ramesh has this case open.')).toBeTruthy();
  expect(requests.map(({ call }) => call)).not.toContain('startcase');
});

test('shows seat, attendance and result, with a paper by its id when the examination does not list it', async () => {
  const result_papers = [{ id: 'P1', name: 'Agama', name_te: 'ఆగమం', max: 100, pass: 35 }];
  fakeDesk({
    ...withCase({
      record: {
        hall: {
          roll_number: '24-101-0001',
          centre: { name: 'Town school', name_te: 'పట్టణ పాఠశాల', address: '', address_te: '' },
        },
        result: {
          revision: 7,
          outcome: 'failed',
          papers: [
            { paper: 'P1', marks: 76 },
            { paper: 'P2', marks: null },
          ],
          published_at: '2024-12-01T04:30:00.000Z',
        },
      },
      attendance: {
        state: 'paper',
        entries: [
          {
            ...{ state: 'paper', hall: '101', by: 'ravi' },
            ...{ noted_at: '2024-11-01T04:30:00.000Z', at: '2024-11-01T10:30:00.000Z' },
          },
        ],
      },
    }),
    getexamination: () => ({ status: 200, data: [{ ...examination, result_papers, amount: 100 }] }),
  });
  openDesk(CASE);
  await findHead();
  await waitFor(() =>
    expect(readFact('Result')).toMatch(/Not passed.*Mark sheet 7.*Agama.*: 76.*P2: Absent/),
  );
  expect(readFact('Attendance')).toMatch(/Present, by paper.*hall 101, 01-11-2024 10:00; uploaded by ravi/);
  expect(readFact('Roll number')).toBe('24-101-0001');
  expect(readFact('Examination centre')).toMatch(/Town school/);
});

test('lists the papers of this type, names those that are missing, and shows each by its key', async () => {
  const missing = { previous_certificate: [], exam_regular: 2 };
  fakeDesk(withCase({ record: missing }));
  const page = openDesk(CASE);
  const list = await screen.findByRole('list', { name: /^Papers/ });
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.replace(/ \/ [^:\d]*/, '')),
    ).toEqual(['Birth certificate1', 'Photo2', 'Previous certificate: missing', 'Marks memo: missing']),
  );
  const readShown = () =>
    within(list)
      .getAllByRole('button')
      .findIndex((button) => button.getAttribute('aria-current') === 'true') + 1;
  expect(readShown()).toBe(1);
  await page.type('2');
  expect(readShown()).toBe(2);
  await page.type('k');
  expect(readShown()).toBe(1);
  await page.type('j');
  expect(readShown()).toBe(2);
});

test("shows a paper's checks with the declared values that it proves", async () => {
  fakeDesk(withCase());
  const page = openDesk(CASE);
  const checks = await screen.findByRole('list', { name: /Compare with what is declared/ });
  expect(checks.textContent).toMatch(/Date of birth agrees.*17-05-1990/);
  await page.type('3');
  expect((await screen.findByRole('list', { name: /Compare with what is declared/ })).textContent).toMatch(
    /Of one person/,
  );
});

test('enlarges and turns the paper', async () => {
  fakeDesk(withCase());
  const page = openDesk(CASE);
  const frame = await screen.findByRole('region', { name: /Birth certificate/ });
  const picture = await within(frame).findByRole('img');
  Object.defineProperties(picture, { naturalWidth: { value: 1240 }, naturalHeight: { value: 1754 } });
  fireEvent.load(picture);
  const readView = () => [picture.parentElement?.style.width, picture.style.transform];
  expect(readView()).toEqual(['min(100%, 1240px)', 'translate(-50%, -50%) rotate(0deg)']);
  await page.type('+t');
  expect(readView()).toEqual(['min(150%, 2631px)', 'translate(-50%, -50%) rotate(90deg)']);
  await page.type('--');
  expect(readView()).toEqual(['min(60%, 1052px)', 'translate(-50%, -50%) rotate(90deg)']);
});

test('loads a paper again that could not be read', async () => {
  let isUp = false;
  const address = 'desk/cases/ARC24-0000001A/papers/birth-1';
  fakeDesk({ ...withCase(), [address]: () => (isUp ? paper() : new Response('', { status: 503 })) });
  const page = openDesk(CASE);
  const frame = await screen.findByRole('region', { name: /Birth certificate/ });
  await within(frame).findByText('The paper could not be loaded.');
  isUp = true;
  await page.clickButton(/Try again/);
  expect(await within(frame).findByRole('img')).toBeTruthy();
});

test('shows masked fields for a reason only', async () => {
  const { findBodies } = fakeDesk({
    ...withCase(),
    revealcase: () => ({
      status: 200,
      data: [{ number: '9876543210', postal_address: '4-12, Temple Street', dob: '1990-05-17' }],
    }),
  });
  const page = openDesk(CASE);
  await findHead();
  expect(readFact('Mobile number')).toBe('********10');
  await page.type('v');
  await page.person.type(await screen.findByLabelText(/Why do you need them/), 'call{Enter}');
  expect(await screen.findByText(/at least 5 letters/)).toBeTruthy();
  expect(findBodies('revealcase')).toEqual([]);

  await page.person.type(screen.getByLabelText(/Why do you need them/), ' about the birth date{Enter}');
  await waitFor(() => expect(readFact('Mobile number')).toBe('9876543210'));
  expect(readFact('Postal address')).toBe('4-12, Temple Street');
  expect(findBodies('revealcase')).toEqual([
    { application_id: 'ARC24-0000001A', reason: 'call about the birth date' },
  ]);
});

test('offers an auditor neither a reveal nor a decision', async () => {
  fakeDesk({
    ...withCase(),
    ...as('auditor'),
  });
  openDesk(CASE);
  await findHead();
  for (const name of [/Show mobile number/, /Start/, /Next case/])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('shows earlier decisions with their reasons, and what changed between versions', async () => {
  fakeDesk(
    withCase({
      summary: { version: 2 },
      versions: [
        {
          version: 2,
          at: '2024-07-02T00:00:00.000Z',
          changes: [{ field: 'dob', from: '1991-05-17', to: '1990-05-17' }],
        },
        { version: 1, at: '2024-06-30T18:45:00.000Z', changes: [] },
      ],
      decisions: [
        {
          id: 'decision-1',
          version: 1,
          verdict: 'correction',
          reasons: [{ id: 'dob-differs', note: 'It says 1990' }],
          note: 'seen with Ramesh',
          by: 'Ramesh',
          at: '2024-07-01T00:00:00.000Z',
          last_day: '2024-07-15',
        },
      ],
    }),
  );
  openDesk(CASE);
  const decisions = await screen.findByRole('region', { name: 'Decisions so far' });
  await within(decisions).findByText('The date differs from the certificate');
  for (const text of ['It says 1990', 'seen with Ramesh', /by Ramesh, on version 1/, '15-07-2024'])
    expect(within(decisions).getByText(text)).toBeTruthy();
  const change = screen.getByText('17-05-1991').closest('dd');
  expect(change?.textContent).toBe('17-05-1991 → 17-05-1990');
});

test('says that there is no such case', async () => {
  fakeDesk({ getcase: () => ({ status: 200, data: [] }) });
  openDesk('/desk/case/ARC24-9999999X');
  expect(await screen.findByRole('heading', { name: 'There is no such case' })).toBeTruthy();
});

test('shows notes of colleagues and related applications, and adds a note', async () => {
  const notes = [{ id: 'n-1', text: 'Will telephone again', by: 'Ramesh', at: '2024-07-01T06:30:00Z' }];
  const { findBodies } = fakeDesk({
    getcase: () => ({ status: 200, data: [buildCase({ notes, related: ['ARC23-0000009Z'] })] }),
    addcasenote: () => ({ status: 200, data: [{ ...notes[0], id: 'n-2' }] }),
  });
  const page = openDesk('/desk/case/ARC24-0000001A');
  expect(await screen.findByText('Will telephone again')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'ARC23-0000009Z' }).getAttribute('href')).toBe(
    '/desk/case/ARC23-0000009Z',
  );
  await page.person.click(screen.getByText('A note for colleagues', { selector: 'summary *' }));
  await page.clickButton(/Add the note/);
  expect(await screen.findByText('Write something first')).toBeTruthy();
  await page.person.type(screen.getByRole('textbox', { name: /note for colleagues/ }), 'Telephoned');
  await page.clickButton(/Add the note/);
  await waitFor(() => expect(findBodies('getcase')).toHaveLength(2));
  expect(findBodies('addcasenote')).toEqual([{ application_id: 'ARC24-0000001A', text: 'Telephoned' }]);
});

test('shows each payment with how it is known to finance, and not to a scrutiny clerk', async () => {
  const attempt: CaseAttempt = {
    ...{ payment_id: 'pay_1', order_id: 'order_1', amount: 10_000, method: 'upi', bank_reference: 'ref-7' },
    ...{ state: 'taken', opened_at: '2024-07-01T06:30:00Z', returning_by: null, last_checked: null },
    evidence: [{ source: 'webhook', at: '2024-07-01T06:31:00Z', says: 'Razorpay reported: it was paid.' }],
  };
  const responses = {
    getcase: () => ({ status: 200, data: [buildCase()] }),
    getcaseattempts: () => ({ status: 200, data: [attempt] }),
  };
  fakeDesk({ ...responses, ...as('finance') });
  openDesk(CASE);
  const payments = within(await screen.findByRole('region', { name: 'Payments' }));
  for (const text of ['₹ 100', 'upi', 'order_1', 'pay_1', 'ref-7'])
    expect(payments.getByText(text)).toBeTruthy();
  expect(payments.getByRole('listitem').textContent).toBe(
    '01-07-2024 12:01 Message of Razorpay: Razorpay reported: it was paid.',
  );
  closeDesk();
  const { requests } = fakeDesk({ ...responses, ...as('scrutiny-clerk') });
  openDesk(CASE);
  await screen.findByRole('heading', { name: /ARC24-0000001A/ });
  expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull();
  expect(requests.map(({ call }) => call)).not.toContain('getcaseattempts');
});
