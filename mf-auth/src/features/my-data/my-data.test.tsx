import '../../expose/app.tsx';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { auditActions } from '@archaka/contracts/calls';
import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { actionMessages } from './audit-entries.tsx';
import MyData from './my-data.tsx';
import { kindMessages } from './stored-kinds.tsx';

const account = {
  name: 'Sita',
  email: 'sita@example.in',
  number: '9848012345',
  address: '1 Street',
  devasthanam: 'Temple',
  landmark: 'Tank',
  town: 'Tirupati',
  pincode: '517501',
  created_at: '2026-11-20T04:30:00.000Z',
};
const entry = (id: string, at: string, action: string) => ({ id, at, action, actor: 'applicant' });

/** The services' responses by call name. Undefined: down. */
let responses: Record<string, object[] | undefined>;
let status: number;
const requests: string[] = [];
beforeEach(() => {
  status = 200;
  requests.length = 0;
  responses = {
    getaccount: [account],
    getretention: [
      { kind: 'draft', what: 'a form', period: 'P90D', counted_from: 'closing-or-saving', reason: 'DPDP' },
      { kind: 'session-key', what: 'keys', period: 'P32D', counted_from: 'storing', reason: 'signing' },
    ],
    getownerasure: [],
    getticketsandprofile: [],
    getsignupconsents: [],
    getconsents: [],
    getauthaudit: [entry('1', '2026-11-20T04:30:00.000Z', 'session.started')],
    getapplicationaudit: [entry('2', '2026-11-22T04:30:00.000Z', 'application.edited')],
    getpaymentaudit: [],
    getticketaudit: [],
  };
  globalThis.fetch = async (address) => {
    const call = String(address).split('/').at(-1) ?? '';
    requests.push(call);
    const data = responses[call];
    return data ? Response.json({ status, data }) : Response.json({}, { status: 503 });
  };
});
afterEach(cleanup);

const openPage = () =>
  render(
    <PortalFrame>
      <MyData />
    </PortalFrame>,
  );

test('shows account, periods and entries of all services, the newest first', async () => {
  openPage();
  expect(await screen.findByText('sita@example.in')).toBeTruthy();
  const stored = await screen.findByRole('table', { name: /What the portal stores/ });
  expect(within(stored).getAllByRole('row')).toHaveLength(2);
  expect(stored.textContent).toMatch(/భద్రపరిచిన లేదా పూర్తి కాని ఫారం.*90 రోజులు దరఖాస్తుల గడువు/);
  const entries = await screen.findByRole('table', { name: /Who looked at my data/ });
  const [, newest, oldest] = within(entries).getAllByRole('row');
  expect(newest?.textContent).toMatch(/22-11-2026.*దరఖాస్తు మార్చారు/);
  expect(oldest?.textContent).toMatch(/20-11-2026.*లాగిన్ అయ్యారు/);
});

test('shows ten entries, and ten more at a press', async () => {
  responses.getauthaudit = Array.from({ length: 24 }, (_, day) =>
    entry(`a${day}`, `2026-10-${10 + (day % 20)}T04:30:00.000Z`, 'session.started'),
  );
  openPage();
  const entries = await screen.findByRole('table', { name: /Who looked at my data/ });
  const more = () => screen.queryByRole('button', { name: /Show ten more/ });
  for (const rows of [10, 20, 25]) {
    expect(within(entries).getAllByRole('row')).toHaveLength(1 + rows);
    const button = more();
    if (button) await userEvent.click(button);
  }
  expect(more()).toBeNull();
});

test('names a service that does not respond, and shows the entries of the others', async () => {
  responses.getpaymentaudit = undefined;
  openPage();
  expect(await screen.findByText(/దాని నమోదులు ఇక్కడ లేవు/)).toBeTruthy();
  const entries = await screen.findByRole('table', { name: /Who looked at my data/ });
  expect(within(entries).getAllByRole('row')).toHaveLength(3);
});

test('shows the reason for which a member of the department had personal fields shown', async () => {
  const revealed = { ...entry('9', '2026-11-23T04:30:00.000Z', 'case.revealed'), actor: 'operator' };
  responses.getapplicationaudit = [{ ...revealed, application_id: 'ARC24-1', why: 'The applicant called' }];
  openPage();
  const cell = await screen.findByText(/The applicant called/);
  const row = cell.closest('tr');
  expect(row?.textContent).toMatch(/పుట్టిన తేదీ చూశారు.*ARC24-1.*కారణం: The applicant called/);
});

/** Kinds of the portal itself, without data of a person. */
const WITHOUT_PERSON = [
  'notice',
  'dev-inbox-message',
  'proof-of-work',
  'session-key',
  'handled-event',
  'stray-evidence',
  'audit-head',
  'examination-settings',
  'operator',
  'staff',
  'staff-session',
  'staff-challenge',
];

test('has plain words for every kind of data that concerns a person, and for every recorded action', () => {
  const file = fileURLToPath(import.meta.resolve('@archaka/exams/retention.json'));
  const { kinds } = JSON.parse(readFileSync(file, 'utf8')) as { kinds: { kind: string }[] };
  const personal = kinds.map(({ kind }) => kind).filter((kind) => !WITHOUT_PERSON.includes(kind));
  expect(Object.keys(kindMessages).sort()).toEqual(personal.sort());
  const { desk: _ofStaff, ...ofApplicants } = auditActions;
  const actions = new Set<string>(Object.values(ofApplicants).flat());
  expect(Object.keys(actionMessages).sort()).toEqual([...actions].sort());
});

test('withdraws an unpaid application after a confirmation, and explains a rejection', async () => {
  const record = (application_id: string, payment_status: string) => ({ application_id, payment_status });
  responses.getticketsandprofile = [record('ARC24-UNPAID', ''), record('ARC24-PAID', 'S')];
  responses.withdrawapplication = [];
  openPage();
  await userEvent.click(await screen.findByRole('button', { name: /Withdraw ARC24-UNPAID/ }));
  expect(screen.queryByRole('button', { name: /ARC24-PAID/ })).toBeNull();
  expect(requests).not.toContain('withdrawapplication');
  const question = screen.getByRole('dialog', { name: /Withdraw this application/ });
  status = 421;
  await userEvent.click(within(question).getByRole('button', { name: /Withdraw ARC24-UNPAID/ }));
  expect(await screen.findByText(/ఐదు రోజుల తర్వాత/)).toBeTruthy();
});

test('shows at the e-mail, until it changes, that another account has it', async () => {
  responses.correctaccount = [];
  openPage();
  await userEvent.click(await screen.findByRole('button', { name: /Correct my account/ }));
  const dialog = within(screen.getByRole('dialog'));
  const [name, email] = dialog.getAllByRole('textbox') as [HTMLElement, HTMLElement];
  const isInvalid = () => email.getAttribute('aria-invalid') === 'true';
  status = 421;
  await userEvent.type(email, '{Enter}');
  await waitFor(() => expect(isInvalid()).toBe(true));
  for (const box of [email, name]) {
    await userEvent.click(box);
    await userEvent.tab();
  }
  expect(isInvalid()).toBe(true);
  await userEvent.type(email, 'dia');
  await userEvent.tab();
  await waitFor(() => expect(isInvalid()).toBe(false));
});
