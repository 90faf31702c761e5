import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { fakePortal } from '../../testing/fake-portal.ts';
import { draft } from '../../testing/filled-form.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { Application } from './application.tsx';

afterEach(closePage);

const name = /పేరు \/ Name$/;
const conflictResponse = () =>
  Response.json({ code: 'conflict', title: 'Changed meanwhile.' }, { status: 409 });

/** A portal whose draft is saved by another tab as soon as the form is open. */
function fakeConflictingPortal(newer: object[]) {
  let reads = 0;
  const aadhaarConflict = { status: 421, message: 'Already Application registered with this Aadhar' };
  return fakePortal({
    getsaveformdata: () => {
      reads += 1;
      return { status: 200, data: reads === 1 ? [{ ...draft, draft_version: 4 }] : newer };
    },
    // A request with the current version fails at the next check, which leaves the form open.
    saveapplicationform: ({ draft_version }) => (draft_version === 4 ? conflictResponse() : aadhaarConflict),
  });
}

async function typeAndSave() {
  const { person, clickButton, findField, readMessages } = openForm(<Application />);
  await person.clear(await findField(name));
  await person.type(await findField(name), 'ఇక్కడ నింపినది');
  await clickButton('Save');
  return { person, clickButton, findField, readMessages };
}
const findDialogButton = async (label: RegExp) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name: label });

const newerDraft = { ...draft, draft_version: 5, name: 'మరోచోట', application_id: 'ARC24-OTHER' };

test('loads the newer draft, offers the own one, and sends on the basis of the newer one', async () => {
  const { findBodies } = fakeConflictingPortal([newerDraft]);
  const { person, clickButton, findField, readMessages } = await typeAndSave();

  await person.click(await findDialogButton(/Take the newer saved one/));
  await waitFor(async () => expect(await findField(name)).toHaveProperty('value', 'మరోచోట'));
  await clickButton('Go on with what I typed');
  await waitFor(async () => expect(await findField(name)).toHaveProperty('value', 'ఇక్కడ నింపినది'));
  await clickButton('Save');

  await waitFor(() => expect(readMessages()).toHaveLength(1));
  expect(findBodies('saveapplicationform')).toMatchObject([
    { draft_version: 4, name: 'ఇక్కడ నింపినది' },
    { draft_version: 5, name: 'ఇక్కడ నింపినది', application_id: 'ARC24-OTHER' },
  ]);
});

test('sends the own draft over the newer one only on request', async () => {
  const { findBodies } = fakeConflictingPortal([newerDraft]);
  const { person } = await typeAndSave();
  const mineButton = await findDialogButton(/Go on with mine/);
  expect(findBodies('saveapplicationform')).toHaveLength(1);

  await person.click(mineButton);

  await waitFor(() => expect(findBodies('saveapplicationform')).toHaveLength(2));
  expect(findBodies('saveapplicationform')[1]).toMatchObject({ draft_version: 5, name: 'ఇక్కడ నింపినది' });
});

test('sends the form as a new draft without a question when the stored one was deleted', async () => {
  const { findBodies } = fakeConflictingPortal([]);
  await typeAndSave();

  await waitFor(() => expect(findBodies('saveapplicationform')).toHaveLength(2));
  expect(findBodies('saveapplicationform')[1]).toMatchObject({ draft_version: 0, application_id: 2 });
  expect(screen.queryByRole('dialog')).toBeNull();
});
