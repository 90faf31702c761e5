import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { clerk, ownCase, waitingSummary } from './testing/cases.ts';
import { closeDesk, fakeDesk, openDesk, signedOut } from './testing/open-desk.tsx';

afterEach(closeDesk);

const CASE = `/desk/case/${waitingSummary.application_id}`;

test('opens a page of the desk by its address, and says that others do not exist', async () => {
  fakeDesk();
  openDesk('/desk/nowhere');
  expect(await screen.findByRole('heading', { name: 'The desk has no such page' })).toBeTruthy();
});

test('shows who is signed in with which roles, and signs out', async () => {
  let isSignedIn = true;
  fakeDesk({
    getstaffsession: () =>
      isSignedIn
        ? { status: 200, data: [{ ...clerk, roles: ['scrutiny-clerk', 'help-desk'] }] }
        : signedOut(),
    signoutstaff: () => {
      isSignedIn = false;
      return { status: 200 };
    },
  });
  const page = openDesk();
  expect(await screen.findByText(clerk.name)).toBeTruthy();
  for (const role of ['Scrutiny clerk', 'Help desk']) expect(screen.getByText(role)).toBeTruthy();
  await page.clickButton(/Logout/);
  expect(await screen.findByRole('heading', { name: 'Sign in to the desk' })).toBeTruthy();
  expect(screen.queryByText(clerk.name)).toBeNull();
});

const fillSignIn = async (page: ReturnType<typeof openDesk>) => {
  await page.person.type(await screen.findByLabelText(/Account name/), 'lakshmi');
  await page.person.type(screen.getByLabelText(/^Password/), 'secret');
  await page.person.type(screen.getByLabelText(/Code of the authenticator/), '123456');
};

test('signs in with name, password and code, and explains a wrong one without losing the name', async () => {
  let isSignedIn = false;
  const { findBodies } = fakeDesk({
    getstaffsession: () => (isSignedIn ? { status: 200, data: [clerk] } : signedOut()),
    signinstaff: ({ code }) => {
      isSignedIn = code === '654321';
      return isSignedIn ? { status: 200, data: [clerk] } : { status: 420 };
    },
  });
  const page = openDesk();
  await fillSignIn(page);
  await page.type('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/Name, password or code is wrong/);
  expect(screen.getByLabelText(/Account name/)).toHaveProperty('value', 'lakshmi');
  expect(screen.getByLabelText(/Code of the authenticator/)).toHaveProperty('value', '');

  await page.person.type(screen.getByLabelText(/Code of the authenticator/), '654321');
  await page.type('{Enter}');
  expect(await screen.findByText(clerk.name)).toBeTruthy();
  expect(findBodies('signinstaff')).toEqual([
    { name: 'lakshmi', password: 'secret', code: '123456' },
    { name: 'lakshmi', password: 'secret', code: '654321' },
  ]);
});

test('keeps what was typed when the session ends, and repeats the press after the sign-in', async () => {
  let isSignedIn = true;
  const { findBodies } = fakeDesk({
    getcase: () => ({ status: 200, data: [ownCase()] }),
    startnextcase: () => ({ status: 200, data: [] }),
    decidecase: () => (isSignedIn ? { status: 200, data: [{ scrutiny: 'accepted' }] } : signedOut()),
    signinstaff: () => {
      isSignedIn = true;
      return { status: 200, data: [clerk] };
    },
  });
  const page = openDesk(CASE);
  await page.clickButton(/Accept/);
  await page.person.type(await screen.findByLabelText(/Note for colleagues/), 'checked twice');
  isSignedIn = false;
  await page.sendDecision();
  await fillSignIn(page);
  const form = document.querySelector('.decision-form');
  expect(form?.closest('[hidden]')).not.toBeNull();

  await page.type('{Enter}');
  await waitFor(() => expect(findBodies('decidecase')).toHaveLength(2));
  expect(findBodies('decidecase')[1]).toMatchObject({ verdict: 'accepted', note: 'checked twice' });
});

test('reports that the desk is down, and shows it by a retry', async () => {
  let isUp = false;
  fakeDesk({
    getstaffsession: () => (isUp ? { status: 200, data: [clerk] } : new Response('', { status: 503 })),
  });
  const page = openDesk();
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/);
  isUp = true;
  await page.clickButton(/Try again/);
  expect(await screen.findByText(clerk.name)).toBeTruthy();
});

test('ignores single keys once they are turned off', async () => {
  const { findBodies } = fakeDesk({ startnextcase: () => ({ status: 200, data: [] }) });
  const page = openDesk('/desk/queue');
  await page.clickButton(/Turn keys off/);
  await page.type('n');
  await page.clickButton(/Turn keys on/);
  await page.type('n');
  await screen.findByText('No further case waits here.');
  expect(findBodies('startnextcase')).toHaveLength(1);
});
