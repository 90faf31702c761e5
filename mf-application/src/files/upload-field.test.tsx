import { onNotice, sendNotice, words } from '@archaka/platform';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Application } from '../features/fill-application/application.tsx';
import { fakePortal } from '../testing/fake-portal.ts';
import { buildJpeg, pdfFile, photoFile, stubPhotoDrawing } from '../testing/fill-in.ts';
import { draft } from '../testing/filled-form.ts';
import { applicant, closePage, openForm } from '../testing/open-form.tsx';
import { FilePick } from './file-field.tsx';

afterEach(closePage);

const birthCertificate = /Birth certificate$/;
const locked = 'This PDF is locked. Please upload one that opens without a password.';
const withUploadError = (status: number, { title = '', headers = {} } = {}) => ({
  documents: () => Response.json({ title }, { status, headers }),
});

/** A complete file can be viewed. */
const findViewButton = () => screen.findByRole('button', { name: /View/ });

test('sends a file as soon as it is picked, and can remove it', async () => {
  const { findBodies } = fakePortal();
  const { person, findField, clickButton } = openForm(<Application />);

  await person.upload(await findField(birthCertificate), pdfFile);

  await findViewButton();
  expect(screen.getByText('birth.pdf')).toBeTruthy();
  expect(findBodies('documents')).toEqual([{ kind: 'birthcertificate', bytes: pdfFile.size }]);
  await clickButton('Remove');
  expect(screen.queryByText('birth.pdf')).toBeNull();
});

test('accepts the same file again', async () => {
  const onPick = jest.fn();
  const { person, findField } = openForm(
    <FilePick word={words.photo} aria-label="Photo" accept="image/png" onPick={onPick} />,
  );
  const file = new File(['x'], 'me.png', { type: 'image/png' });
  await person.upload(await findField(/Photo/), file);
  await person.upload(await findField(/Photo/), file);
  expect(onPick.mock.calls).toEqual([[[file]], [[file]]]);
});

test('shrinks a photo before it is sent', async () => {
  const { findBodies } = fakePortal();
  stubPhotoDrawing();
  const { person, findField } = openForm(<Application />);

  await person.upload(await findField(/Photo$/), photoFile);

  await findViewButton();
  const small = await screen.findByRole('img', { name: /Photo$/ });
  expect(small.getAttribute('src')).toBe('blob:at-hand');
  expect(findBodies('documents')).toEqual([{ kind: 'image', bytes: 'jpeg'.length }]);
});

test.each([
  ['a renamed photo', birthCertificate, new File(['\u00ff\u00d8'], 'birth.pdf'), 'Upload Pdf Only'],
  [
    'a PDF of 3 MB',
    birthCertificate,
    new File(['%PDF-', 'x'.repeat(3e6)], 'big.pdf'),
    'The file is larger than 2 MB',
  ],
  ['an empty paper', birthCertificate, new File([], 'birth.pdf'), 'Upload Pdf Only. This file is empty'],
  ['a PDF as the photo', /Photo$/, new File(['%PDF-1.7'], 'me.png'), 'Choose a photo that is JPEG or PNG'],
  ['a photo of the kind HEIC', /Photo$/, new File(['....ftypheic....'], 'me.jpg'), /^This photo is HEIC/],
  [
    'a photo of 20,000 by 20,000 pixels',
    /Photo$/,
    new File([buildJpeg(20_000, 20_000)], 'me.jpg'),
    'This photo has more than 200 megapixels. Choose a smaller one',
  ],
  [
    'a picture of 15 by 900 pixels',
    /Photo$/,
    new File([buildJpeg(15, 900)], 'me.jpg'),
    'This picture is too small: each side needs 16 pixels or more. Choose a larger photo',
  ],
])('rejects %s before it is sent', async (_what, label, file, message) => {
  const { findBodies } = fakePortal();
  const { person, findField, readMessages } = openForm(<Application />);
  const control = await findField(label);
  control.accept = '';

  await person.upload(control, file);

  await waitFor(() => expect(readMessages()).toEqual([expect.stringMatching(message)]));
  expect(control.getAttribute('aria-invalid')).toBe('true');
  expect(findBodies('documents')).toEqual([]);
});

test.each([
  ['with a BOM', '\ufeff%PDF-1.7'],
  ['behind a line break', '\n%PDF-1.7'],
  ['behind the head of a multipart message', `--boundary\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7`],
  ['that may name an encryption', '%PDF-1.7 /Encrypt 5 0 R'],
])('leaves a PDF %s to the service, whose rule for the start it shares', async (_how, content) => {
  const { findBodies } = fakePortal();
  const { person, findField, readMessages } = openForm(<Application />);
  const file = new File([content], 'birth.pdf', { type: 'application/pdf' });

  await person.upload(await findField(birthCertificate), file);

  await findViewButton();
  expect(findBodies('documents')).toEqual([{ kind: 'birthcertificate', bytes: file.size }]);
  expect(readMessages()).toEqual([]);
});

test.each([
  [413, 'The file is larger than 2 MB'],
  [415, locked],
  [400, locked],
])('shows the reason of a response %i, and retains the previous file', async (status, message) => {
  fakePortal({
    getsaveformdata: () => ({ status: 200, data: [draft] }),
    ...withUploadError(status, { title: locked }),
  });
  const { person, findField, readMessages } = openForm(<Application />);

  await person.upload(await findField(birthCertificate), pdfFile);

  await waitFor(() => expect(readMessages()).toEqual([message]));
  expect(screen.getByText(/\(PDF\)/)).toBeTruthy();
  expect(await findField(/పేరు \/ Name$/)).toHaveProperty('value', draft.name);
});

test('resumes automatically after signing in when the session ends meanwhile', async () => {
  const responses = [
    new Response('{}', { status: 401 }),
    Response.json({ document_id: 'birth-2', filetype: 'pdf' }),
  ];
  const { findBodies } = fakePortal({ documents: () => responses.shift() as Response });
  const { person, findField, readMessages } = openForm(<Application />);
  const onSignInNeeded = jest.fn();
  onNotice('sign-in-needed', onSignInNeeded);

  await person.upload(await findField(birthCertificate), pdfFile);
  await screen.findByText(/మళ్ళీ లాగిన్ అవ్వండి/);
  expect(onSignInNeeded).toHaveBeenCalledTimes(1);
  act(() => sendNotice('signed-in', applicant));

  await findViewButton();
  expect(findBodies('documents')).toHaveLength(2);
  expect(readMessages()).toEqual([]);
});

test('retains the previous file when an upload is cancelled', async () => {
  const { findBodies } = fakePortal({
    getsaveformdata: () => ({ status: 200, data: [draft] }),
    documents: () => new Promise(() => {}),
  });
  const { person, findField, clickButton, readMessages } = openForm(<Application />);
  await person.upload(await findField(birthCertificate), pdfFile);
  await waitFor(() => expect(findBodies('documents')).toHaveLength(1));

  await clickButton('Cancel');

  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByText(/\(PDF\)/)).toBeTruthy();
  expect(readMessages()).toEqual([]);
});

test('states when to retry after too many uploads', async () => {
  fakePortal(withUploadError(429, { headers: { 'Retry-After': '3600' } }));
  const { person, findField, readMessages } = openForm(<Application />);

  await person.upload(await findField(birthCertificate), pdfFile);

  await waitFor(() => expect(readMessages()).toEqual(['Too many tries. Please try again after 60 minutes']));
});

test('delays a submission until the upload is complete', async () => {
  let respond = (_answer: Response) => {};
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  fakePortal({
    getsaveformdata: () => ({ status: 200, data: [{ ...draft, birthcertificate: [] }] }),
    documents: () => response,
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_3' } }),
  });
  const { person, findField, clickButton, readMessages } = openForm(<Application />);
  await person.upload(await findField(birthCertificate), pdfFile);
  await clickButton('Confirm to Pay');

  respond(Response.json({ document_id: 'birth-2', filetype: 'pdf', bytes: 8 }));

  expect(await screen.findByRole('button', { name: /Pay now/ })).toBeTruthy();
  expect(readMessages()).toEqual([]);
});

test("shows a stored PDF in a frame of a dialog, by the browser's own viewer", async () => {
  Object.assign(navigator, { pdfViewerEnabled: true });
  fakePortal({
    getsaveformdata: () => ({ status: 200, data: [draft] }),
    'documents/birth-1': () => new Response('%PDF-1.7'),
  });
  const { person } = openForm(<Application />);
  const [view] = await screen.findAllByRole('button', { name: /View/ });

  await person.click(view as HTMLElement);

  const dialog = within(await screen.findByRole('dialog', { name: birthCertificate }));
  const frame = await dialog.findByTitle(birthCertificate);
  expect(frame.getAttribute('src')).toBe('blob:at-hand');
});
