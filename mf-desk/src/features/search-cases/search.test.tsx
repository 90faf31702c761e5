import { afterEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildCase, leaseOf, otherClerk, waitingSummary } from '../../testing/cases.ts';
import { closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const cases = [1, 2, 3].map((number) => ({
  ...waitingSummary,
  application_id: `ARC24-000000${number}A`,
  ...(number === 2 && { lease: leaseOf(otherClerk) }),
}));
const answer = (found: object[], more: object = {}) => ({
  searchcases: () => ({
    status: 200,
    data: [{ cases: found, grievances: [], total: found.length, behind: 0, ...more }],
  }),
});
const findBox = () => screen.findByRole('searchbox');

test('leads from a mobile number to the grievance of a caller without an application', async () => {
  const grievance = {
    number: 'GR26-0000001A',
    mobile_masked: '******2345',
    subject: 'sign-in',
    state: 'open',
    opened_at: '2026-11-29T06:30:00Z',
  };
  fakeDesk(answer([], { grievances: [grievance] }));
  const page = openDesk();
  await page.person.type(await screen.findByRole('searchbox'), '9848012345{Enter}');
  await page.person.click(await screen.findByRole('link', { name: '******2345' }));
  expect(page.readAddress()).toBe('/desk/help/GR26-0000001A');
});

test('finds cases, says how many and how far the list is behind, and Enter opens the first', async () => {
  const { findBodies } = fakeDesk({
    ...answer(cases, { total: 12_345, behind: 7 }),
    getcase: () => ({ status: 200, data: [buildCase()] }),
  });
  const page = openDesk();
  await page.person.type(await findBox(), 'రాముడు{Enter}');
  await screen.findByText(/12,345 or more/);
  expect(screen.getByText(/does not show the last changes of 7 applications/)).toBeTruthy();
  expect(findBodies('searchcases')).toEqual([{ text: 'రాముడు', limit: 25 }]);
  const [, , second] = screen.getAllByRole('row');
  expect(within(second as HTMLElement).getByText('open with Ramesh')).toBeTruthy();

  await waitFor(() => expect(document.activeElement?.textContent).toBe('ARC24-0000001A'));
  await page.type('{Enter}');
  expect(page.readAddress()).toBe('/desk/case/ARC24-0000001A');
});

test('moves between the rows by j, k and arrows', async () => {
  fakeDesk(answer(cases));
  const page = openDesk('/desk/search?scrutiny=waiting');
  await screen.findByText('ARC24-0000002A');
  const readFocused = () => document.activeElement?.textContent;
  for (const [key, focused] of [
    ['j', 'ARC24-0000002A'],
    ['{ArrowDown}', 'ARC24-0000003A'],
    ['j', 'ARC24-0000003A'],
    ['k', 'ARC24-0000002A'],
    ['{ArrowUp}', 'ARC24-0000001A'],
  ] as const) {
    await page.type(key);
    expect(readFocused()).toBe(focused);
  }
});

test.each([
  ['రాముడు', '/desk/search?district=9', { text: 'రాముడు' }],
  ['9876543210', '/desk/search?district=9', { text: '9876543210' }],
  ['234567890124', '/desk/search?district=9', { text: '234567890124' }],
  ['order_12', '/desk/search?text=order_12&district=9', null],
])('leaves personal data out of the address: %s', async (text, address, state) => {
  const { findBodies } = fakeDesk(answer([]));
  const page = openDesk('/desk/search?district=9');
  await screen.findByText(/No application fits/);
  await page.person.type(await findBox(), `${text}{Enter}`);
  await waitFor(() => expect(findBodies('searchcases').at(-1)).toEqual({ text, district_id: 9, limit: 25 }));
  expect(page.readAddress()).toBe(address);
  expect(page.readHistoryState()).toEqual(state);
});

test('searches by what the address says, and a facet changes it', async () => {
  const { findBodies } = fakeDesk(answer(cases));
  const page = openDesk(
    '/desk/search?district=9&type=2&payment=pending&scrutiny=waiting&after=ARC24-0000000A',
  );
  await screen.findByText('ARC24-0000002A');
  expect(findBodies('searchcases')).toEqual([
    {
      text: '',
      district_id: 9,
      exam_type: 2,
      payment_status: '',
      scrutiny: 'waiting',
      after: 'ARC24-0000000A',
      limit: 25,
    },
  ]);
  await screen.findByRole('option', { name: /Chittoor/ });
  fireEvent.change(screen.getByLabelText(/^District/), { target: { value: '6' } });
  await waitFor(() =>
    expect(page.readAddress()).toBe('/desk/search?district=6&type=2&payment=pending&scrutiny=waiting'),
  );
});

test('requests the next page after the last case of this one', async () => {
  const full = Array.from({ length: 25 }, (_, index) => ({
    ...waitingSummary,
    application_id: `ARC24-00000${String(index).padStart(2, '0')}A`,
  }));
  const { findBodies } = fakeDesk(answer(full, { total: 60 }));
  const page = openDesk('/desk/search?scrutiny=waiting');
  await page.clickButton(/Next page/);
  await waitFor(() => expect(findBodies('searchcases').at(-1)).toMatchObject({ after: 'ARC24-0000024A' }));
  expect(page.readAddress()).toBe('/desk/search?scrutiny=waiting&after=ARC24-0000024A');
});

test('sends nothing before there is something to search for', async () => {
  const { findBodies } = fakeDesk(answer(cases));
  openDesk('/desk/search');
  await findBox();
  expect(findBodies('searchcases')).toEqual([]);
});
