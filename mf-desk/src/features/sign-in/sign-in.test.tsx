import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { clerk } from '../../testing/cases.ts';
import { fakePasskeys } from '../../testing/fake-passkeys.ts';
import { closeDesk, fakeDesk, openDesk, signedOut } from '../../testing/open-desk.tsx';

let undoPasskeys: (() => void) | undefined;
afterEach(() => {
  closeDesk();
  undoPasskeys?.();
  undoPasskeys = undefined;
});

const challenge = { challenge: 'Y2hhbGxlbmdl' };
const credential = { id: 'cGFzc2tleQ' };
const signedIn = { status: 200, data: [clerk] };

test('signs in with a passkey', async () => {
  undoPasskeys = fakePasskeys(credential);
  const { findBodies } = fakeDesk({
    getstaffsession: signedOut,
    startpasskeysignin: () => ({ status: 200, data: [challenge] }),
    signinwithpasskey: () => signedIn,
  });
  await openDesk().clickButton(/passkey/);
  expect(await screen.findByText(clerk.name)).toBeTruthy();
  expect(findBodies('signinwithpasskey')).toEqual([{ credential }]);
});

test('says that no passkey was chosen, or that the desk does not accept it', async () => {
  undoPasskeys = fakePasskeys(undefined);
  fakeDesk({
    getstaffsession: signedOut,
    startpasskeysignin: () => ({ status: 200, data: [challenge] }),
    signinwithpasskey: () => ({ status: 420 }),
  });
  const page = openDesk();
  await page.clickButton(/passkey/);
  expect((await screen.findByRole('alert')).textContent).toMatch(/found no passkey/);
  fakePasskeys(credential);
  await page.clickButton(/passkey/);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/does not accept this passkey/));
});

test("finishes a sign-in at the department's provider, and removes its parameters from the address", async () => {
  const { findBodies } = fakeDesk({
    getstaffsession: signedOut,
    getsigninways: () => ({ status: 200, data: [{ department: true }] }),
    signinwithdepartment: () => signedIn,
  });
  const page = openDesk('/desk/sign-in?code=c-1&state=s-1');
  expect(await screen.findByText(clerk.name)).toBeTruthy();
  await waitFor(() => expect(page.readAddress()).toBe('/desk'));
  expect(findBodies('signinwithdepartment')).toEqual([{ query: 'code=c-1&state=s-1' }]);
});

test('offers the account of the department only where the portal has a provider, and explains a missing account', async () => {
  let department = false;
  fakeDesk({
    getstaffsession: signedOut,
    getsigninways: () => ({ status: 200, data: [{ department }] }),
    signinwithdepartment: () => ({ status: 421 }),
  });
  openDesk();
  await screen.findByLabelText(/Account name/);
  expect(screen.queryByRole('button', { name: /department's account/ })).toBeNull();
  closeDesk();
  department = true;
  openDesk('/desk/sign-in?code=c-1&state=s-1');
  expect(await screen.findByRole('button', { name: /department's account/ })).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toMatch(/no account for your account/);
});
