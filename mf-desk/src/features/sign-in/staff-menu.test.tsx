import { afterEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const onDuty = (role: string) => ({
  ...as(role),
  getnotices: () => ({ status: 200, data: [] }),
  gethalls: () => ({ status: 200, data: [] }),
});
const findMenu = async () => within(await screen.findByRole('navigation'));
const listWords = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const getGroup = (summary: HTMLElement) => summary.closest('details') as HTMLDetailsElement;

test('shows a few pages as links, and marks the current one', async () => {
  fakeDesk(onDuty('help-desk'));
  openDesk('/desk/notices');
  const menu = await findMenu();
  const links = menu.getAllByRole('link');
  expect(listWords(links)).toEqual(['Desk', 'Search', 'Grievances', 'Notices', 'Examination', 'Passkeys']);
  expect(listWords(links.filter((link) => link.ariaCurrent === 'page'))).toEqual(['Notices']);
  expect(document.querySelector('details.menu-group')).toBeNull();
});

test('groups many pages; the group of the current one is marked, and each page is in one', async () => {
  fakeDesk(onDuty('administrator'));
  openDesk('/desk/notices');
  const menu = await findMenu();
  const summaries = ['Cases', 'Halls & results', 'Money', 'Office'].map((word) => menu.getByText(word));
  const marked = summaries.filter((word) => word.closest('summary')?.ariaCurrent === 'true');
  expect(listWords(marked)).toEqual(['Office']);
  const links = [...document.querySelectorAll<HTMLElement>('.desk-menu a')];
  expect(links).toHaveLength(17);
  expect(listWords(links.filter((link) => !link.closest('details')))).toEqual(['Desk', 'Search']);
});

test('closes a group by Escape, by a choice, and when the focus leaves it', async () => {
  fakeDesk(onDuty('administrator'));
  const page = openDesk('/desk');
  const menu = await findMenu();
  const summary = menu.getByText('Office');
  const group = getGroup(summary);
  await page.person.click(summary);
  expect(group.open).toBe(true);
  await page.person.keyboard('{Escape}');
  expect([group.open, document.activeElement]).toEqual([false, group.querySelector('summary')]);
  await page.person.click(summary);
  await page.person.click(within(group).getByRole('link', { name: 'Notices' }));
  expect([group.open, page.readAddress()]).toEqual([false, '/desk/notices']);
  await page.person.click(summary);
  screen.getByRole('button', { name: /Logout|Sign out/i }).focus();
  expect(group.open).toBe(false);
});
