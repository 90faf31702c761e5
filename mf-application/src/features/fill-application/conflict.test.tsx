import '../../testing/applicant.ts';

import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { fakePortal } from '../../testing/fake-portal.ts';
import { draft } from '../../testing/filled-form.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { Application } from './application.tsx';

afterEach(closePage);

const name = /పేరు \/ Name$/;
const conflict = () => Response.json({ code: 'conflict', title: 'Changed meanwhile.' }, { status: 409 });

/** A portal whose draft is saved elsewhere as soon as the form is open. */
function portalWithTwo(newer: object[]) {
  let reads = 0;
  const refused = { status: 421, message: 'Already Application registered with this Aadhar' };
  return fakePortal({
    getsaveformdata: () => {
      reads += 1;
      return { status: 200, data: reads === 1 ? [{ ...draft, draft_version: 4 }] : newer };
    },
    // What is sent with the present version gets as far as the next obstacle, which leaves the form in place.
    saveapplicationform: ({ draft_version }) => (draft_version === 4 ? conflict() : refused),
  });
}

async function typeAndSave() {
  const { person, press, field, said } = openForm(<Application />);
  await person.clear(await field(name));
  await person.type(await field(name), 'ఇక్కడ రాసినది');
  await press('Save');
  return { person, press, field, said };
}
const inDialog = async (label: RegExp) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name: label });

const elsewhere = { ...draft, draft_version: 5, name: 'మరోచోట', application_id: 'ARC24-OTHER' };

test('the newer draft comes in, mine is offered, and what is sent then belongs to the newer one', async () => {
  const { bodiesOf } = portalWithTwo([elsewhere]);
  const { person, press, field, said } = await typeAndSave();

  await person.click(await inDialog(/Take the newer saved one/));
  await waitFor(async () => expect(await field(name)).toHaveProperty('value', 'మరోచోట'));
  await press('Go on with what I typed');
  await waitFor(async () => expect(await field(name)).toHaveProperty('value', 'ఇక్కడ రాసినది'));
  await press('Save');

  await waitFor(() => expect(said()).toHaveLength(1));
  expect(bodiesOf('saveapplicationform')).toMatchObject([
    { draft_version: 4, name: 'ఇక్కడ రాసినది' },
    { draft_version: 5, name: 'ఇక్కడ రాసినది', application_id: 'ARC24-OTHER' },
  ]);
});

test('mine is sent over the newer one only when that is chosen', async () => {
  const { bodiesOf } = portalWithTwo([elsewhere]);
  const { person } = await typeAndSave();
  const mine = await inDialog(/Go on with mine/);
  expect(bodiesOf('saveapplicationform')).toHaveLength(1);

  await person.click(mine);

  await waitFor(() => expect(bodiesOf('saveapplicationform')).toHaveLength(2));
  expect(bodiesOf('saveapplicationform')[1]).toMatchObject({ draft_version: 5, name: 'ఇక్కడ రాసినది' });
});

test('a draft that is gone is nothing to ask about: what was typed is sent as a new one', async () => {
  const { bodiesOf } = portalWithTwo([]);
  await typeAndSave();

  await waitFor(() => expect(bodiesOf('saveapplicationform')).toHaveLength(2));
  expect(bodiesOf('saveapplicationform')[1]).toMatchObject({ draft_version: 0, application_id: 2 });
  expect(screen.queryByRole('dialog')).toBeNull();
});
