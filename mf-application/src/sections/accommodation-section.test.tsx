import type { FilledForm } from '@archaka/contracts/calls';
import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { Application } from '../features/fill-application/application.tsx';
import { UpdateApplication } from '../features/update-application/update-application.tsx';
import { fakePortal } from '../testing/fake-portal.ts';
import { pdfFile } from '../testing/fill-in.ts';
import { draft } from '../testing/filled-form.ts';
import { closePage, openForm } from '../testing/open-form.tsx';

afterEach(closePage);

const certificate = /Certificate for scribe or extra time$/;
const missingCertificate = 'Upload the Certificate for Scribe or Extra Time';
const requesting: FilledForm = {
  ...draft,
  accommodation: { scribe: 'own', compensatory_time: false },
  accommodationcertificate: [{ document_id: 'certificate-1', filetype: 'pdf' }],
  accommodationcertificate_ind: 0,
};

/** The rejection of each request leaves the form open. */
function openDraft(saved: FilledForm) {
  const portal = fakePortal({
    getsaveformdata: () => ({ status: 200, data: [saved] }),
    saveapplicationform: () => ({ status: 421 }),
  });
  const form = openForm(<Application />);
  return {
    ...form,
    unfold: async () => form.person.click(await screen.findByText(/Scribe or extra time \(disability/)),
    choose: async (name: RegExp) => form.person.click(await screen.findByRole('radio', { name })),
    save: async () => {
      const before = portal.findBodies('saveapplicationform').length;
      await form.clickButton('Save');
      await waitFor(() => expect(portal.findBodies('saveapplicationform')).toHaveLength(before + 1));
      return portal.findBodies('saveapplicationform').at(-1) ?? {};
    },
    findSaved: () => portal.findBodies('saveapplicationform'),
  };
}

test('shows no control of the part and sends no field of it when it stays folded', async () => {
  const { save } = openDraft(draft);

  expect(
    Object.keys(await save()).filter((field) => /accommodation|scribe|compensatory/.test(field)),
  ).toEqual([]);
  expect(screen.queryByRole('radio', { name: /No scribe$/ })).toBeNull();
});

test('sends a scribe and extra time with their certificate, and reads them back before', async () => {
  const { unfold, choose, save, person, findField } = openDraft(draft);
  await unfold();
  expect(await screen.findByRole('radio', { name: /No scribe$/ })).toHaveProperty('checked', true);
  expect(screen.queryByLabelText(certificate)).toBeNull();

  await choose(/I bring my own scribe$/);
  await choose(/20 minutes more for each hour$/);
  await person.upload(await findField(certificate), pdfFile);
  await screen.findByText(pdfFile.name);

  const title = screen.getByRole('heading', { name: /Check your answers/ });
  const answers = within(title.parentElement as HTMLElement);
  for (const text of ['I bring my own scribe', '20 minutes more for each hour']) answers.getByText(text);
  expect(await save()).toMatchObject({
    accommodation: { scribe: 'own', compensatory_time: true },
    accommodationcertificate: [{ document_id: 'accommodationcertificate-new', filetype: 'pdf' }],
    accommodationcertificate_ind: 1,
  });
});

test('shows a missing certificate in its part, although the part was folded again', async () => {
  const { unfold, choose, clickButton, readMessages, findSaved } = openDraft(draft);
  await unfold();
  await choose(/The department provides a scribe$/);
  await unfold();

  await clickButton('Save');

  await waitFor(() => expect(readMessages()).toEqual([missingCertificate]));
  await waitFor(() =>
    expect(document.querySelector('#part-accommodation details')).toHaveProperty('open', true),
  );
  expect(document.getElementById('field-accommodationcertificate')).toBeTruthy();
  expect(findSaved()).toEqual([]);

  await choose(/No scribe$/);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('fills the form from a saved request, its certificate unchanged', async () => {
  const { save } = openDraft(requesting);
  expect(await screen.findByRole('radio', { name: /I bring my own scribe$/ })).toHaveProperty(
    'checked',
    true,
  );

  expect(await save()).toMatchObject({
    accommodation: requesting.accommodation,
    accommodationcertificate: requesting.accommodationcertificate,
    accommodationcertificate_ind: 0,
  });
});

test('withdraws a saved request when no option is chosen any more', async () => {
  const { choose, save } = openDraft(requesting);
  await choose(/No scribe$/);

  const body = await save();
  expect(body).toMatchObject({ accommodation: null });
  expect(body).not.toHaveProperty('accommodationcertificate');
});

test('sends the changed scribe with an update', async () => {
  const { findBodies } = fakePortal({
    getapplicationform: () => ({ status: 200, data: [{ ...requesting, save_id: 2 }] }),
    upadteapplication: () => ({ status: 200 }),
  });
  const { person, clickButton } = openForm(
    <UpdateApplication applicationId={draft.application_id} onClose={() => undefined} />,
  );
  await person.click(await screen.findByRole('radio', { name: /The department provides a scribe$/ }));

  await clickButton('Update Application');

  await waitFor(() =>
    expect(findBodies('upadteapplication')).toMatchObject([
      {
        accommodation: { scribe: 'department', compensatory_time: false },
        accommodationcertificate: requesting.accommodationcertificate,
        accommodationcertificate_ind: 0,
      },
    ]),
  );
});
