import type { DeskAuditEntry, StaffActivity } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const activity: StaffActivity = {
  staff_id: 's-1',
  name: 'Lakshmi',
  searches: 3,
  cases: 510,
  papers: 900,
  reveals: 1,
  decisions: 300,
  exports: 0,
  concerns: ['many-cases', 'at-night'],
};
const buildEntry = (id: string, entry: Partial<DeskAuditEntry> = {}): DeskAuditEntry => ({
  id,
  at: '2026-11-29T17:30:00Z',
  action: 'case.revealed',
  staff_id: 's-1',
  name: 'Lakshmi',
  application_id: 'ARC24-0000001A',
  why: 'asked by telephone',
  ...entry,
});
const responses = {
  ...as('auditor'),
  getstaffactivity: () => ({ status: 200, data: [activity] }),
  getdeskaudit: () => ({ status: 200, data: [buildEntry('e-1')] }),
};
const readCells = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.querySelector('.records-value')?.textContent);

test('shows how much each member saw on the day of the address, what is unusual, and each entry with its reason', async () => {
  const { findBodies } = fakeDesk(responses);
  openDesk('/desk/audit?day=2026-11-29');
  const [, member] = within(await screen.findByRole('table', { name: /Members/ })).getAllByRole('row');
  expect(readCells(member)?.slice(0, 7)).toEqual(['Lakshmi', '510', '900', '1', '3', '300', '0']);
  expect(within(member as HTMLElement).getByText('Unusually many applications')).toBeTruthy();
  expect(within(member as HTMLElement).getByText('At night')).toBeTruthy();
  const [, entry] = within(await screen.findByRole('table', { name: /Entries/ })).getAllByRole('row');
  expect(readCells(entry)).toEqual([
    '29-11-2026 23:00',
    'Lakshmi',
    'Had personal fields shown',
    'ARC24-0000001A All about it',
    'asked by telephone',
  ]);
  expect(findBodies('getstaffactivity')).toEqual([{ day: '2026-11-29' }]);
});

test('reads one member, one application, and the page after by its address', async () => {
  const page50 = Array.from({ length: 50 }, (_, at) => buildEntry(`e-${at}`));
  const { findBodies } = fakeDesk({ ...responses, getdeskaudit: () => ({ status: 200, data: page50 }) });
  const page = openDesk('/desk/audit?day=2026-11-29');
  const table = await screen.findByRole('table', { name: /Members/ });
  await page.person.click(within(table).getByRole('link', { name: 'Lakshmi' }));
  await page.clickButton(/Next page/);
  expect(page.readAddress()).toBe('/desk/audit?day=2026-11-29&staff=s-1&after=e-49');
  await page.person.click((await screen.findAllByRole('link', { name: 'All about it' }))[0] as HTMLElement);
  expect(page.readAddress()).toBe('/desk/audit?day=2026-11-29&application=ARC24-0000001A');
  const day = { day: '2026-11-29', limit: 50 };
  expect(findBodies('getdeskaudit')).toEqual([
    day,
    { ...day, staff_id: 's-1' },
    { ...day, staff_id: 's-1', before: 'e-49' },
    { ...day, application_id: 'ARC24-0000001A' },
  ]);
});

test('is not read for a role without it', async () => {
  const { findBodies } = fakeDesk({
    ...responses,
    ...as('senior-clerk'),
  });
  openDesk('/desk/audit');
  expect(await screen.findByText('Your roles do not include this page.')).toBeTruthy();
  expect(findBodies('getdeskaudit')).toEqual([]);
});
