import type { DeskReport } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { clerk } from '../../testing/cases.ts';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const group = {
  district_id: 9,
  district_name: 'Guntur',
  exam_type: 2,
  payment_status: 'S',
  scrutiny: 'waiting',
} as const;
const report: DeskReport = {
  groups: [
    { ...group, count: 1200 },
    { ...group, scrutiny: 'accepted', count: 30 },
    { ...group, district_id: 6, district_name: 'Chittoor', payment_status: '', scrutiny: 'none', count: 4 },
  ],
  days: [
    { day: '2026-11-01', submitted: 1000, paid: 1000 },
    { day: '2026-11-02', submitted: 234, paid: 230 },
  ],
  clerks: [{ staff_id: 's-1', name: 'Lakshmi', accepted: 30, correction: 2, rejected: 1 }],
  behind: 3,
};
const senior = { ...clerk, roles: ['senior-clerk'] };
const responses = {
  getstaffsession: () => ({ status: 200, data: [senior] }),
  getdeskreport: () => ({ status: 200, data: [report] }),
};

const readTable = async (name: RegExp) => {
  const table = await screen.findByRole('table', { name });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('.records-value')?.textContent?.split(' / ')[0]),
    );
};

test('shows sums of the same groups by district, payment and scrutiny, days newest first, and decisions by clerk', async () => {
  fakeDesk(responses);
  openDesk('/desk/reports');
  expect(await screen.findByText('Applications: 1,234; paid: 1,230.')).toBeTruthy();
  expect(screen.getByText('The last changes of 3 are not counted yet.')).toBeTruthy();
  expect(await readTable(/District/)).toEqual([
    ['Guntur', '1,230'],
    ['Chittoor', '4'],
  ]);
  expect(await readTable(/Payment/)).toEqual([
    ['Success', '1,230'],
    ['Pending', '4'],
  ]);
  expect(await readTable(/Scrutiny/)).toEqual([
    ['Waits for a clerk', '1,200'],
    ['Accepted', '30'],
    ['No scrutiny', '4'],
  ]);
  expect(await readTable(/By day/)).toEqual([
    ['02-11-2026', '234', '230'],
    ['01-11-2026', '1,000', '1,000'],
  ]);
  expect(await readTable(/clerk/)).toEqual([['Lakshmi', '30', '2', '1']]);
});

test('opens the applications of a row, and names the list of the chosen facets', async () => {
  fakeDesk({
    ...responses,
    searchcases: () => ({ status: 200, data: [{ cases: [], grievances: [], total: 0, behind: 0 }] }),
  });
  const page = openDesk('/desk/reports?payment=pending&district=6');
  expect(await screen.findByText('Applications in the list: 4.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'XLSX' }).getAttribute('href')).toBe(
    '/api/desk/exports/xlsx?district_id=6&payment_status=',
  );
  await page.person.click(screen.getByRole('link', { name: 'Chittoor' }));
  expect(page.readAddress()).toBe('/desk/search?district=6');
});

test('are not read for a role without them', async () => {
  const { findBodies } = fakeDesk({
    ...responses,
    ...as('help-desk'),
  });
  openDesk('/desk/reports');
  expect(await screen.findByText('Your roles do not include this page.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Reports/ })).toBeNull();
  expect(findBodies('getdeskreport')).toEqual([]);
});

test('a list with names and numbers needs a reason, and is offered for one download to its roles', async () => {
  let status = 420;
  const { findBodies } = fakeDesk({
    ...responses,
    ...as('senior-clerk'),
    requestcontacts: () => ({ status, ...(status === 200 && { data: [{ token: 'token-1' }] }) }),
  });
  const page = openDesk('/desk/reports?district=6');
  await page.clickButton(/Prepare the list/);
  expect(await screen.findByText('Write a reason of at least 5 letters')).toBeTruthy();
  const form = within(screen.getByRole('form', { name: /With names and mobile numbers/ }));
  await page.person.type(form.getByRole('textbox'), 'Calls about a changed centre');
  await page.clickButton(/Prepare the list/);
  expect(await screen.findByText(/5,000 applications at most/)).toBeTruthy();
  status = 200;
  await page.clickButton(/Prepare the list/);
  expect((await form.findByRole('link', { name: 'CSV' })).getAttribute('href')).toBe(
    '/api/desk/contacts/csv?token=token-1',
  );
  expect(findBodies('requestcontacts').at(-1)).toEqual({
    district_id: 6,
    reason: 'Calls about a changed centre',
  });
  closeDesk();
  fakeDesk({ ...responses, ...as('finance') });
  openDesk('/desk/reports');
  await screen.findByText('Applications: 1,234; paid: 1,230.');
  expect(screen.queryByRole('button', { name: /Prepare the list/ })).toBeNull();
});
