import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { clerk } from '../../testing/cases.ts';
import { closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const administrator = { ...clerk, name: 'admin', roles: ['administrator'] };
const accounts = [
  { name: 'admin', roles: ['administrator'], is_disabled: false, own_numbers: [] },
  {
    ...{ name: 'lakshmi', roles: ['scrutiny-clerk', 'finance'], districts: [9] },
    ...{ is_disabled: true, own_numbers: ['******1234'] },
  },
];
const responses = {
  getstaffsession: () => ({ status: 200, data: [administrator] }),
  getstaffaccounts: () => ({ status: 200, data: accounts }),
};
const credentials = { password: 'p-1', authenticator: 'otpauth://totp/ravi' };

const readRow = async (name: string) => {
  const cell = await screen.findByText(name, { selector: 'td *' });
  return cell.closest('tr') as HTMLElement;
};

test('shows each account with roles and districts, and offers no change of the own one', async () => {
  fakeDesk(responses);
  openDesk('/desk/staff');
  const row = await readRow('lakshmi');
  for (const text of ['Scrutiny clerk', 'Finance', 'Guntur', 'Disabled'])
    expect(await within(row).findByText(text)).toBeTruthy();
  expect(within(row).getByRole('button', { name: /Enable/ })).toBeTruthy();
  expect(within(await readRow('admin')).queryByRole('button')).toBeNull();
});

test('adds an account with roles and a district, and shows its password once', async () => {
  const { findBodies } = fakeDesk({
    ...responses,
    addstaffaccount: () => ({ status: 200, data: [credentials] }),
  });
  const page = openDesk('/desk/staff');
  await page.person.type(await screen.findByRole('textbox', { name: /Name to sign in with/ }), 'ravi');
  await page.clickButton(/Add the account/);
  expect(await screen.findByText('Choose a role')).toBeTruthy();
  await page.person.click(screen.getByRole('checkbox', { name: /Senior clerk/ }));
  await page.person.selectOptions(screen.getByRole('combobox', { name: /District/ }), '6');
  await page.clickButton(/Add the account/);
  expect(await screen.findByText('p-1')).toBeTruthy();
  expect(screen.getByText('otpauth://totp/ravi')).toBeTruthy();
  expect(findBodies('addstaffaccount')).toEqual([{ name: 'ravi', roles: ['senior-clerk'], districts: [6] }]);
});

test('enables an account at once, and replaces a password after a question', async () => {
  const { findBodies } = fakeDesk({
    ...responses,
    changestaffaccount: ({ action }: { action?: string }) => ({
      status: 200,
      data: action === 'reset' ? [credentials] : [],
    }),
  });
  const page = openDesk('/desk/staff');
  const row = await readRow('lakshmi');
  await page.person.click(within(row).getByRole('button', { name: /Enable/ }));
  await page.person.click(within(row).getByRole('button', { name: /New password/ }));
  await page.person.click(within(screen.getByRole('dialog')).getByRole('button', { name: /New password/ }));
  expect(await screen.findByText('p-1')).toBeTruthy();
  expect(findBodies('changestaffaccount')).toEqual([
    { name: 'lakshmi', action: 'enable' },
    { name: 'lakshmi', action: 'reset' },
  ]);
});

test('replaces the own numbers of a member, which are shown masked', async () => {
  const { findBodies } = fakeDesk({ ...responses, setstaffnumbers: () => ({ status: 200 }) });
  const page = openDesk('/desk/staff');
  const row = await readRow('lakshmi');
  expect(within(row).getByText('******1234')).toBeTruthy();
  await page.person.click(within(row).getByRole('button', { name: /Own numbers/ }));
  const field = await screen.findByRole('textbox', { name: /Own mobile numbers of lakshmi/ });
  await page.person.type(field, '98480123{Enter}');
  expect(await screen.findByText(/Each mobile number has 10 digits/)).toBeTruthy();
  await page.person.type(field, '45, 9848012346{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Own mobile numbers/ })).toBeNull());
  expect(findBodies('setstaffnumbers')).toEqual([{ name: 'lakshmi', numbers: ['9848012345', '9848012346'] }]);
});
