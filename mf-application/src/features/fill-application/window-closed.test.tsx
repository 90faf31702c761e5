import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { examination, fakePortal } from '../../testing/fake-portal.ts';
import { draft } from '../../testing/filled-form.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { Application } from './application.tsx';

afterEach(closePage);

const withApplicationPeriod = (opens: string, closes: string) => ({
  getexamination: () => ({ status: 200, data: [{ ...examination, amount: 100, opens, closes }] }),
});
const name = /పేరు \/ Name$/;

test('shows dates and contacts before the opening, without a form', async () => {
  fakePortal(withApplicationPeriod('2999-06-01T00:00:00+05:30', '2999-07-31T23:59:59+05:30'));
  openForm(<Application />);

  const title = await screen.findByRole('heading', { name: /Applications are not open yet/ });
  expect(title.parentElement?.textContent).toContain('01-06-2999 నుంచి 31-07-2999 వరకు');
  expect(screen.getByRole('link', { name: examination.contacts.office })).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText(name)).toBeNull());
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
});

test('shows an unsubmitted draft read-only after the closing', async () => {
  fakePortal({
    ...withApplicationPeriod('2020-06-01T00:00:00+05:30', '2020-07-31T23:59:59+05:30'),
    getsaveformdata: () => ({ status: 200, data: [draft] }),
  });
  const { findField } = openForm(<Application />);

  const typed = await findField(name);
  expect(typed.value).toBe(draft.name);
  expect(typed.matches(':disabled')).toBe(true);
  expect(screen.getByRole('heading', { name: /Applications are closed/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Confirm to Pay/ })).toBeNull();
});

test('says that the window has closed over an open form, and retains what was typed', async () => {
  const title = 'Applications are closed. The last date has passed.';
  fakePortal({
    getsaveformdata: () => ({ status: 200, data: [draft] }),
    saveapplicationform: () => Response.json({ code: 'closed', title }, { status: 403 }),
  });
  const { person, clickButton, findField, readMessages } = openForm(<Application />);
  await person.type(await findField(name), ' శాస్త్రి');

  await clickButton('Save');

  const banner = await screen.findByRole('heading', { name: /Applications are closed/ });
  expect(document.activeElement?.contains(banner)).toBe(true);
  expect(readMessages()).toEqual([title]);
  expect(await findField(name)).toHaveProperty('value', `${draft.name} శాస్త్రి`);
  expect((await findField(name)).matches(':disabled')).toBe(true);
});
