import { type CallAnswer, type Grievance, type getGrievances, toIndianDay } from '@archaka/contracts/calls';
import { dateText } from '@archaka/platform';
import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildCase } from '../../testing/cases.ts';
import { as, buildProblem, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const CASE = '/desk/case/ARC24-0000001A';
const today = toIndianDay(new Date());
const grievance: Grievance = {
  number: 'GR26-0000001A',
  application_id: 'ARC24-0000001A',
  district_name: 'Guntur',
  subject: 'ticket',
  state: 'open',
  opened_at: '2026-11-29T06:30:00Z',
  entries: [{ id: 'e-1', state: 'open', text: 'No ticket came', by: 'Ramesh', at: '2026-11-29T06:30:00Z' }],
};
const withCase = (change?: Parameters<typeof buildCase>[0]) => ({
  getcase: () => ({ status: 200, data: [buildCase(change)] }),
  getcaseattempts: () => ({ status: 200, data: [] }),
});
const findHelp = async () => within(await screen.findByRole('region', { name: 'Help desk' }));

test('lists grievances, those of today marked, and leads to the next page', async () => {
  type Listed = NonNullable<CallAnswer<typeof getGrievances>['data']>[number];
  const listed: Listed[] = Array.from({ length: 50 }, (_, index) => ({
    ...grievance,
    number: `GR26-${String(index).padStart(8, '0')}`,
    is_due: false,
  }));
  listed[0] = { ...grievance, number: 'GR26-00000000', state: 'call-back', on: today, is_due: true };
  const { findBodies } = fakeDesk({
    ...as('help-desk'),
    getgrievances: ({ after }) => ({ status: 200, data: after === undefined ? listed : [] }),
  });
  const page = openDesk('/desk/help');
  const [, first, second] = await screen.findAllByRole('row');
  expect(first?.textContent).toContain(`Call back on ${dateText(today)} due`);
  expect(second?.textContent).not.toContain('due');
  await page.person.click(screen.getByRole('link', { name: /Next page/ }));
  expect(await screen.findByText(/No grievance is open/)).toBeTruthy();
  expect(findBodies('getgrievances')).toEqual([{ limit: 50 }, { after: 'GR26-00000049', limit: 50 }]);
});

test('offers the list to roles of the help desk only', async () => {
  const { requests } = fakeDesk(as('scrutiny-clerk'));
  openDesk('/desk/help');
  expect(await screen.findByText('Your roles do not include this page.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Grievances' })).toBeNull();
  expect(requests.map(({ call }) => call)).not.toContain('getgrievances');
});

test('says in both languages what the page of the applicant says, also without the payments', async () => {
  const unpaid = { record: { payment_status: '' as const, ticket_version: null } };
  fakeDesk({ ...as('help-desk'), ...withCase(unpaid) });
  openDesk(CASE);
  const help = await findHelp();
  await help.findByText('The fee is due');
  for (const text of ['రుసుము చెల్లించాలి', /pay now or later/, '→ Pay now', '→ ఇప్పుడే చెల్లించండి'])
    expect(help.getByText(text)).toBeTruthy();

  closeDesk();
  fakeDesk({
    ...as('help-desk'),
    ...withCase(unpaid),
    getcaseattempts: () => buildProblem(503, { code: 'part-down', title: 'down' }),
  });
  openDesk(CASE);
  const without = await findHelp();
  expect(await without.findByText(/The payments could not be read just now/)).toBeTruthy();
  expect(without.getByText('The payment is being confirmed')).toBeTruthy();
});

test('opens a grievance and says its number', async () => {
  const { findBodies } = fakeDesk({
    ...as('help-desk'),
    ...withCase(),
    opengrievance: () => ({ status: 200, data: [{ number: grievance.number }] }),
  });
  const page = openDesk(CASE);
  const help = await findHelp();
  await page.person.click(help.getByText('Open a grievance', { selector: 'summary *' }));
  await page.clickButton(/Open a grievance/);
  expect(help.getByText('Choose what it is about')).toBeTruthy();
  expect(help.getByText('Write something first')).toBeTruthy();
  await page.person.selectOptions(help.getByLabelText(/What is it about/), 'ticket');
  await page.person.type(help.getByLabelText(/What does the applicant say/), 'No ticket came');
  await page.clickButton(/Open a grievance/);
  expect(await help.findByText('The number of the grievance is GR26-0000001A.')).toBeTruthy();
  expect(findBodies('opengrievance')).toEqual([
    { application_id: 'ARC24-0000001A', subject: 'ticket', text: 'No ticket came' },
  ]);
  await waitFor(() => expect(findBodies('getcase')).toHaveLength(2));
});

test('opens a grievance for a mobile number, and shows the number for a reason', async () => {
  const ofCaller: Grievance = {
    number: grievance.number,
    mobile_masked: '******2345',
    subject: 'sign-in',
    state: 'open',
    opened_at: grievance.opened_at,
    entries: grievance.entries,
  };
  let listed: object[] = [];
  const { findBodies } = fakeDesk({
    ...as('help-desk'),
    getgrievances: () => ({ status: 200, data: listed }),
    opengrievance: () => {
      listed = [{ ...ofCaller, is_due: false }];
      return { status: 200, data: [{ number: ofCaller.number }] };
    },
    getcallergrievance: () => ({ status: 200, data: [ofCaller] }),
    revealcaller: () => ({ status: 200, data: [{ mobile: '9848012345' }] }),
    addgrievanceentry: () => ({ status: 200 }),
  });
  const page = openDesk('/desk/help');
  const open = { name: /Open a grievance/ };
  await page.person.click(await screen.findByText('Open a grievance without an application'));
  await page.person.selectOptions(screen.getByLabelText(/What is it about/), 'sign-in');
  await page.person.type(screen.getByLabelText(/What does the caller say/), 'Cannot sign in');
  await page.person.click(screen.getByRole('button', open));
  expect(screen.getByText('A mobile number has 10 digits')).toBeTruthy();
  await page.person.type(screen.getByLabelText(/Mobile/), '98480 12345');
  await page.person.click(screen.getByRole('button', open));
  await page.person.click(await screen.findByRole('link', { name: '******2345' }));
  expect(page.readAddress()).toBe('/desk/help/GR26-0000001A');
  expect(findBodies('opengrievance')).toEqual([
    { mobile: '9848012345', subject: 'sign-in', text: 'Cannot sign in' },
  ]);

  await screen.findByRole('heading', { name: /Grievance GR26-0000001A/ });
  await page.clickButton(/Show the mobile number/);
  await page.person.type(screen.getByLabelText(/Why/), 'to call back{Enter}');
  expect(await screen.findByText('9848012345')).toBeTruthy();
  expect(findBodies('revealcaller')).toEqual([{ number: ofCaller.number, reason: 'to call back' }]);
  await page.person.click(screen.getByText('Call back or close'));
  await page.person.selectOptions(screen.getByLabelText(/What comes next/), 'closed');
  await page.person.type(screen.getByLabelText(/What was said/), 'Signed in');
  await page.clickButton(/Record it/);
  await waitFor(() => expect(findBodies('getcallergrievance')).toHaveLength(2));
});

test('agrees a call back on a day, and closes a grievance with its answer', async () => {
  const { findBodies } = fakeDesk({
    ...as('help-desk'),
    ...withCase({ grievances: [grievance] }),
    addgrievanceentry: () => ({ status: 200 }),
  });
  const page = openDesk(CASE);
  const help = await findHelp();
  expect(help.getByText('No ticket came')).toBeTruthy();
  await page.person.click(help.getByText('Call back or close'));
  await page.person.type(help.getByLabelText(/What was said/), 'Telephoned');
  await page.clickButton(/Record it/);
  expect(help.getByText('Choose what comes next')).toBeTruthy();
  await page.person.selectOptions(help.getByLabelText(/What comes next/), 'call-back');
  await page.clickButton(/Record it/);
  expect(help.getByText('Choose a day that is not over')).toBeTruthy();
  const [day, month, year] = dateText(today).split('-');
  await page.person.type(help.getByRole('textbox', { name: /^Day/ }), `${day}${month}${year}`);
  await page.clickButton(/Record it/);
  await waitFor(() => expect(findBodies('addgrievanceentry')).toHaveLength(1));
  await page.person.selectOptions(help.getByLabelText(/What comes next/), 'closed');
  await page.clickButton(/Record it/);
  await waitFor(() =>
    expect(findBodies('addgrievanceentry')).toEqual([
      { number: grievance.number, state: 'call-back', text: 'Telephoned', on: today },
      { number: grievance.number, state: 'closed', text: 'Telephoned' },
    ]),
  );
});

test('sends the last message again, and ends sessions for a reason', async () => {
  let status = 200;
  const { findBodies } = fakeDesk({
    ...as('help-desk'),
    ...withCase(),
    sendtextagain: () => ({ status, ...(status === 200 && { data: [{ kind: 'paid' }] }) }),
    endapplicantsessions: () => ({ status: 200, data: [{ count: 2 }] }),
  });
  const page = openDesk(CASE);
  const help = await findHelp();
  await page.clickButton(/Send the last message again/);
  expect(await help.findByText('The message goes out once more.')).toBeTruthy();
  status = 421;
  await page.clickButton(/Send the last message again/);
  expect(await help.findByText(/three times today/)).toBeTruthy();

  await page.person.click(help.getByText('End all sessions of the applicant', { selector: 'summary *' }));
  await page.person.type(help.getByLabelText(/Why/), 'lost{Enter}');
  expect(help.getByText('Write a reason of at least 5 letters')).toBeTruthy();
  await page.person.type(help.getByLabelText(/Why/), ' phone{Enter}');
  expect(await help.findByText('Sessions ended: 2')).toBeTruthy();
  expect(findBodies('endapplicantsessions')).toEqual([
    { application_id: 'ARC24-0000001A', reason: 'lost phone' },
  ]);
});

test('shows an auditor the grievances and what to say, and no button', async () => {
  fakeDesk({ ...as('auditor'), ...withCase({ grievances: [grievance] }) });
  openDesk(CASE);
  const help = await findHelp();
  expect(await help.findByText('→ Hall ticket')).toBeTruthy();
  expect(help.getByText('No ticket came')).toBeTruthy();
  expect(help.queryAllByRole('button')).toEqual([]);
  expect(help.queryByText('Call back or close')).toBeNull();
});
