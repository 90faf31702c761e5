import { onNotice, sendNotice } from '@archaka/platform';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Application } from '../features/fill-application/application.tsx';
import { applicant } from '../testing/applicant.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import { drawAnyPhoto, jpegOfSize, pdfFile, photoFile } from '../testing/fill-in.ts';
import { draft } from '../testing/filled-form.ts';
import { closePage, openForm } from '../testing/open-form.tsx';

afterEach(closePage);

const birthCertificate = /Birth certificate$/;
const locked = 'This PDF is locked. Please upload one that opens without a password.';
const refusing = (status: number, { title = '', headers = {} } = {}) => ({
  documents: () => Response.json({ title }, { status, headers }),
});

/** Once the file is there it can be looked at. */
const sent = () => screen.findByRole('button', { name: /View/ });

test('a file is sent as soon as it is picked, and can be removed again', async () => {
  const { bodiesOf } = fakePortal();
  const { person, field, press } = openForm(<Application />);

  await person.upload(await field(birthCertificate), pdfFile);

  await sent();
  expect(screen.getByText('birth.pdf')).toBeTruthy();
  expect(bodiesOf('documents')).toEqual([{ kind: 'birthcertificate', bytes: pdfFile.size }]);
  await press('Remove');
  expect(screen.queryByText('birth.pdf')).toBeNull();
});

test('a photo is made smaller before it is sent', async () => {
  const { bodiesOf } = fakePortal();
  drawAnyPhoto();
  const { person, field } = openForm(<Application />);

  await person.upload(await field(/Photo$/), photoFile);

  await sent();
  const small = await screen.findByRole('img', { name: /Photo$/ });
  expect(small.getAttribute('src')).toBe('blob:at-hand');
  expect(bodiesOf('documents')).toEqual([{ kind: 'image', bytes: 'jpeg'.length }]);
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
  ['a PDF under a password', birthCertificate, new File(['%PDF-1.7 /Encrypt 5 0 R'], 'birth.pdf'), locked],
  ['a PDF as the photo', /Photo$/, new File(['%PDF-1.7'], 'me.png'), 'Choose a photo that is JPEG or PNG'],
  ['a photo of the kind HEIC', /Photo$/, new File(['....ftypheic....'], 'me.jpg'), /^This photo is HEIC/],
  [
    'a photo of 20,000 by 20,000 pixels',
    /Photo$/,
    new File([jpegOfSize(20_000, 20_000)], 'me.jpg'),
    'This photo has more than 64 megapixels. Choose a smaller one',
  ],
])('%s is refused before it is sent', async (_what, label, file, message) => {
  const { bodiesOf } = fakePortal();
  const { person, field, said } = openForm(<Application />);
  const control = await field(label);
  control.accept = '';

  await person.upload(control, file);

  await waitFor(() => expect(said()).toEqual([expect.stringMatching(message)]));
  expect(control.getAttribute('aria-invalid')).toBe('true');
  expect(bodiesOf('documents')).toEqual([]);
});

test.each([
  [413, 'The file is larger than 2 MB'],
  [415, locked],
  [400, locked],
])('an upload answered with %i says why and keeps the file that was there', async (status, message) => {
  fakePortal({
    getsaveformdata: () => ({ status: 200, data: [draft] }),
    ...refusing(status, { title: locked }),
  });
  const { person, field, said } = openForm(<Application />);

  await person.upload(await field(birthCertificate), pdfFile);

  await waitFor(() => expect(said()).toEqual([message]));
  expect(screen.getByText('PDF')).toBeTruthy();
  expect(await field(/పేరు \/ Name$/)).toHaveProperty('value', draft.name);
});

test('when the session ends in the middle, then the file goes on by itself after signing in again', async () => {
  const answers = [
    new Response('{}', { status: 401 }),
    Response.json({ document_id: 'birth-2', filetype: 'pdf' }),
  ];
  const { bodiesOf } = fakePortal({ documents: () => answers.shift() as Response });
  const { person, field, said } = openForm(<Application />);
  const asked = jest.fn();
  onNotice('sign-in-needed', asked);

  await person.upload(await field(birthCertificate), pdfFile);
  await screen.findByText(/మళ్ళీ లాగిన్ అవ్వండి/);
  expect(asked).toHaveBeenCalledTimes(1);
  act(() => sendNotice('signed-in', applicant));

  await sent();
  expect(bodiesOf('documents')).toHaveLength(2);
  expect(said()).toEqual([]);
});

test('when a file on its way is cancelled, then the earlier one stays', async () => {
  const { bodiesOf } = fakePortal({
    getsaveformdata: () => ({ status: 200, data: [draft] }),
    documents: () => new Promise(() => {}),
  });
  const { person, field, press, said } = openForm(<Application />);
  await person.upload(await field(birthCertificate), pdfFile);
  await waitFor(() => expect(bodiesOf('documents')).toHaveLength(1));

  await press('Cancel');

  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByText('PDF')).toBeTruthy();
  expect(said()).toEqual([]);
});

test('too many uploads say when to try again', async () => {
  fakePortal(refusing(429, { headers: { 'Retry-After': '3600' } }));
  const { person, field, said } = openForm(<Application />);

  await person.upload(await field(birthCertificate), pdfFile);

  await waitFor(() => expect(said()).toEqual(['Too many tries. Please try again after 60 minutes']));
});

test('a form that is sent while a file is on its way waits for it', async () => {
  let arrive = (_answer: Response) => {};
  const answer = new Promise<Response>((give) => {
    arrive = give;
  });
  fakePortal({
    getsaveformdata: () => ({ status: 200, data: [{ ...draft, birthcertificate: [] }] }),
    documents: () => answer,
    paidSubmitapplicationform: () => ({ status: 200, orderId: { id: 'order_3' } }),
  });
  const { person, field, press, said } = openForm(<Application />);
  await person.upload(await field(birthCertificate), pdfFile);
  await press('Confirm to Pay');

  arrive(Response.json({ document_id: 'birth-2', filetype: 'pdf', bytes: 8 }));

  expect(await screen.findByRole('button', { name: /Pay now/ })).toBeTruthy();
  expect(said()).toEqual([]);
});

test("a stored PDF is shown in a frame of a dialog, by the browser's own viewer", async () => {
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
