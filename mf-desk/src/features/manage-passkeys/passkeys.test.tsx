import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { fakePasskeys } from '../../testing/fake-passkeys.ts';
import { closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

const credential = { id: 'cGFzc2tleQ' };
let undoPasskeys: () => void;
beforeEach(() => {
  undoPasskeys = fakePasskeys(credential);
});
afterEach(() => {
  closeDesk();
  undoPasskeys();
});

const office = { id: 'b2ZmaWNl', name: 'Office', is_synced: false, added_at: '2026-11-30T04:30:00.000Z' };
const phone = {
  ...office,
  id: 'cGhvbmU',
  name: 'Phone',
  is_synced: true,
  used_at: '2026-12-01T05:00:00.000Z',
};

test('lists passkeys with their last use, and removes one after a question', async () => {
  let passkeys = [office, phone];
  const { findBodies } = fakeDesk({
    getpasskeys: () => ({ status: 200, data: passkeys }),
    removepasskey: () => {
      passkeys = [phone];
      return { status: 200 };
    },
  });
  const page = openDesk('/desk/passkeys');
  const readRow = async (name: string) =>
    within((await screen.findByText(name)).closest('tr') as HTMLElement);
  expect((await readRow('Office')).getByText('Never')).toBeTruthy();
  expect((await readRow('Phone')).getByText(/1 December 2026|01.12.2026|1 Dec/)).toBeTruthy();
  await page.person.click((await readRow('Office')).getByRole('button', { name: /Remove/ }));
  await page.person.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Remove/ }));
  expect(findBodies('removepasskey')).toEqual([{ id: office.id }]);
  expect(await screen.findByText('Phone')).toBeTruthy();
});

test('adds a passkey with a code, and explains a wrong one', async () => {
  const { findBodies } = fakeDesk({
    getpasskeys: () => ({ status: 200, data: [] }),
    startpasskey: ({ code }) =>
      code === '654321' ? { status: 200, data: [{ challenge: 'Y2hhbGxlbmdl' }] } : { status: 420 },
    addpasskey: () => ({ status: 200 }),
  });
  const page = openDesk('/desk/passkeys');
  expect(await screen.findByText('You have no passkey yet.')).toBeTruthy();
  await page.person.type(screen.getByLabelText(/^Name/), 'Office');
  const code = screen.getByLabelText(/Code of the authenticator/);
  await page.person.type(code, '123456');
  await page.clickButton(/Add the passkey/);
  expect(await screen.findByText(/The code is wrong/)).toBeTruthy();
  await page.person.clear(code);
  await page.person.type(code, '654321');
  await page.clickButton(/Add the passkey/);
  expect(await screen.findByText(/The passkey is added/)).toBeTruthy();
  expect(findBodies('addpasskey')).toEqual([{ name: 'Office', credential }]);
});
