import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { examination, fakePortal } from '../../testing/fake-portal.ts';
import { pdfFile } from '../../testing/fill-in.ts';
import { draft } from '../../testing/filled-form.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { UpdateApplication } from './update-application.tsx';

afterEach(closePage);

const application = { ...draft, save_id: 2 };
const withApplication = { getapplicationform: () => ({ status: 200, data: [application] }) };

function openUpdate() {
  const onClose = jest.fn();
  const form = openForm(<UpdateApplication applicationId={draft.application_id} onClose={onClose} />);
  return { ...form, onClose };
}

test('fills in the application, and sends a change with new files only [S-3.26] [S-7.9]', async () => {
  const { findBodies } = fakePortal({ ...withApplication, upadteapplication: () => ({ status: 200 }) });
  const { person, findField, clickButton, readMessages, onClose } = openUpdate();
  const name = await findField(/పేరు \/ Name$/);
  expect(name.value).toBe(draft.name);
  expect(await findField(/Mobile number$/)).toHaveProperty('readOnly', true);
  const notice = await screen.findByText(examination.privacy_notice.summary_te);
  expect(notice.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();

  await person.clear(name);
  await person.type(name, 'సీత');
  await person.upload(await findField(/Birth certificate$/), pdfFile);
  await clickButton('Update Application');

  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(readMessages()).toEqual(['Updated Successfully']);
  expect(findBodies('getapplicationform')).toEqual([{ application_id: draft.application_id }]);
  expect(findBodies('upadteapplication')).toMatchObject([
    {
      id: draft.id,
      name: 'సీత',
      birthcertificate: [{ document_id: 'birthcertificate-new' }],
      birthcertificate_ind: 1,
      image: draft.image,
      image_ind: 0,
      perviouscertificate_ind: 0,
      markmemos_ind: 0,
      save_id: 2,
    },
  ]);
});

test("shows the update form's own message for the missing Pravesa certificate [S-4.30] [S-5.3]", async () => {
  fakePortal(withApplication);
  const { person, clickButton, readMessages } = openUpdate();
  await person.click(await screen.findByRole('radio', { name: /Vara$/ }));

  await clickButton('Update Application');

  await waitFor(() => expect(readMessages()).toEqual(['Upload the Pervious Certificate .']));
});

test.each([
  [421, { message: 'Already Application registered with this Aadhar' }, 200],
  [422, { message: 'Error..!' }, 200],
  [403, { message: 'The time for edits is over.', code: 'edits-closed' }, 403],
])(
  'shows the message of a response %i, and leaves the dialog open [S-4.32] [S-8.14]',
  async (status, body, http) => {
    const { message } = body;
    const respond = () => Response.json({ status, title: message, ...body }, { status: http });
    fakePortal({ ...withApplication, upadteapplication: respond });
    const { clickButton, readMessages, onClose } = openUpdate();

    await clickButton('Update Application');

    await waitFor(() => expect(readMessages()).toEqual([message]));
    expect(onClose).not.toHaveBeenCalled();
  },
);

test('asks before it discards changes', async () => {
  fakePortal(withApplication);
  const { person, findField, clickButton, onClose } = openUpdate();
  await person.type(await findField(/పేరు \/ Name$/), ' శాస్త్రి');

  await clickButton('Close');
  expect(onClose).not.toHaveBeenCalled();
  const question = screen.getByRole('dialog', { name: /Leave without saving the changes/ });
  await person.click(within(question).getByRole('button', { name: /Leave/ }));

  expect(onClose).toHaveBeenCalledTimes(1);
});

test('shows the reason in place of the form after the last day for edits', async () => {
  const closed = { ...examination, amount: 100, edit_until: '2024-07-01T00:00:00+05:30' };
  fakePortal({ ...withApplication, getexamination: () => ({ status: 200, data: [closed] }) });
  openUpdate();

  const title = await screen.findByRole('heading', { name: /The time for edits is over/ });
  expect(title.parentElement?.textContent).toContain('01-07-2024 వరకే');
  expect(screen.queryByRole('button', { name: /Update Application/ })).toBeNull();
});

const reason = (id: string, field: string, [name, name_te]: readonly [string, string]) => ({
  id,
  verdict: 'correction',
  field,
  name,
  name_te,
  needs_note: false,
});
const withCorrection = (...reasons: object[]) => ({
  ...withApplication,
  getexamination: () => ({
    status: 200,
    data: [
      {
        ...examination,
        amount: 100,
        edit_until: '2024-07-01T00:00:00+05:30',
        scrutiny: {
          reasons: [
            reason('name-differs', 'name', ['The name differs', 'పేరు వేరుగా ఉంది']),
            reason('birth-unreadable', 'birth_certificate', ['It cannot be read', 'చదవడానికి వీలు కాలేదు']),
            reason('type-wrong', 'exam_type', ['The type does not fit', 'రకం సరిపోలేదు']),
          ],
        },
      },
    ],
  }),
  getticketsandprofile: () => ({
    status: 200,
    data: [
      {
        application_id: draft.application_id,
        payment_status: 'S',
        version: 1,
        scrutiny: {
          version: 1,
          verdict: 'correction',
          reasons,
          last_day: '2099-12-09',
          at: '2024-08-01T06:00:00.000Z',
        },
      },
    ],
  }),
  upadteapplication: () => ({ status: 200 }),
});
/** Labels of every control that can be changed, in English. */
const readControls = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input, form select, form textarea')]
    .filter(({ readOnly }) => !readOnly)
    .map(({ name }) => name);

test('opens for a correction only what it names, each with its reason, also after the last day for edits', async () => {
  const { findBodies } = fakePortal(
    withCorrection({ id: 'name-differs', note: 'Lakshmi' }, { id: 'birth-unreadable', note: '' }),
  );
  const { person, findField, clickButton, readMessages, onClose } = openUpdate();
  const name = await findField(/పేరు \/ Name$/);
  expect(readControls()).toEqual(['name', 'birthcertificate']);
  const describe = (control: HTMLElement) =>
    control
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join();
  expect(describe(name)).toMatch(/పేరు వేరుగా ఉంది: Lakshmi/);
  expect(describe(await findField(/Birth certificate$/))).toMatch(/చదవడానికి వీలు కాలేదు/);
  expect(
    screen.getByRole('heading', { name: /A correction is required/ }).parentElement?.textContent,
  ).toMatch(/09-12-2099/);

  await person.clear(name);
  await person.type(name, 'లక్ష్మి');
  expect(describe(name) ?? '').not.toMatch(/పేరు వేరుగా ఉంది/);
  await person.upload(await findField(/Birth certificate$/), pdfFile);
  await clickButton('Send the correction');

  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(readMessages()).toEqual(['Updated Successfully']);
  const { id, age, amount, entry_by, save_id, draft_version, saved_at, ...unchanged } = draft;
  expect(findBodies('upadteapplication')).toMatchObject([
    {
      ...unchanged,
      exam_type: String(draft.exam_type),
      exam_regular: String(draft.exam_regular),
      name: 'లక్ష్మి',
      birthcertificate: [{ document_id: 'birthcertificate-new' }],
      birthcertificate_ind: 1,
    },
  ]);
});

test('opens the certificate that a corrected exam type requires', async () => {
  fakePortal(withCorrection({ id: 'type-wrong', note: '' }));
  const { person } = openUpdate();
  await person.click(await screen.findByRole('radio', { name: /Vara$/ }));
  expect(new Set(readControls())).toEqual(
    new Set(['exam_type', 'pasthallticket', 'perviouscertificate', 'markmemos']),
  );
});

test('shows the fields that the service rejects beside a correction', async () => {
  const message = 'Only what the Correction names can be changed';
  fakePortal({
    ...withCorrection({ id: 'name-differs', note: '' }),
    upadteapplication: () =>
      Response.json(
        { status: 400, code: 'invalid', title: message, errors: [{ field: 'name', message }] },
        { status: 400 },
      ),
  });
  const { clickButton, readMessages, onClose } = openUpdate();
  await clickButton('Send the correction');
  await waitFor(() => expect(readMessages()).toEqual([message]));
  expect(onClose).not.toHaveBeenCalled();
});
