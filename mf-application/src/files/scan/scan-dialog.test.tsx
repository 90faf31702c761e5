import { words } from '@archaka/platform';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildJpeg, photoFile, stubPhotoDrawing } from '../../testing/fill-in.ts';
import { closePage, openForm } from '../../testing/open-form.tsx';
import { PhotographPaper } from '../upload-field.tsx';

// The writer has separate tests; drawings in jsdom are no JPEGs.
jest.unstable_mockModule('./paper-pdf.ts', () => ({
  buildPaperPdf: async (jpegs: readonly Uint8Array[]) => new TextEncoder().encode(`${jpegs.length} pages`),
}));
beforeEach(stubPhotoDrawing);
afterEach(closePage);

const heic = new File(['....ftypheic....'], 'me.jpg', { type: 'image/jpeg' });

async function openScan() {
  const onReady = jest.fn();
  const { person, clickButton } = openForm(
    <PhotographPaper label={words.birthCertificate} onReady={onReady} />,
  );
  await clickButton('Take a photo');
  await screen.findByRole('dialog', { name: /Birth certificate$/ });
  const findPages = () =>
    screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  return {
    person,
    clickButton,
    onReady,
    findPages,
    pick: async (...files: File[]) => person.upload(screen.getByLabelText(/Use the camera$/), files),
    waitForPages: (count: number) => waitFor(() => expect(findPages()).toHaveLength(count)),
    waitForProblem: (problem: RegExp) =>
      waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(problem)),
  };
}

test('says in place that a paper needs a picture', async () => {
  const { clickButton, waitForProblem, onReady } = await openScan();
  await clickButton('Use these pages');
  await waitForProblem(/Photograph the paper first/);
  expect(onReady).not.toHaveBeenCalled();
});

test('accepts five of six pictures, and says so in place', async () => {
  const { pick, waitForPages, waitForProblem } = await openScan();
  await pick(...Array(6).fill(photoFile));
  await waitForPages(5);
  await waitForProblem(/There may be 5 pages/);
});

test('skips an unreadable picture with the reason, and accepts the next', async () => {
  const { pick, waitForPages, waitForProblem } = await openScan();
  await pick(heic, photoFile);
  await waitForPages(1);
  await waitForProblem(/This photo is HEIC/);
  Object.assign(globalThis, { createImageBitmap: async () => Promise.reject(new Error('broken')) });
  await pick(new File([buildJpeg(600, 800)], 'cut-short.jpg', { type: 'image/jpeg' }));
  await waitForProblem(/This picture could not be read/);
});

test('moves the focus to the newest or moved page, and to the list after a removal', async () => {
  const { person, pick, waitForPages, clickButton, findPages } = await openScan();
  await pick(photoFile, photoFile);
  await waitForPages(2);
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Page 2 of 2/));
  const newest = document.activeElement;

  await clickButton('Move up');
  expect(document.activeElement).toBe(newest);
  expect(newest?.textContent).toMatch(/Page 1 of 2/);
  await person.click(within(newest as HTMLElement).getByRole('button', { name: /Remove/ }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('OL'));
  expect(findPages()).toEqual([expect.stringMatching(/Page 1 of 1/)]);
});

test('crops a page in a dialog over its own, and keeps the page', async () => {
  const { pick, waitForPages, clickButton } = await openScan();
  await pick(photoFile);
  await waitForPages(1);
  await clickButton('Adjust');
  const cropDialog = await screen.findByRole('dialog', { name: /Crop the page$/ });
  expect(within(cropDialog).getByRole('slider', { name: /Shape of the frame$/ })).toBeTruthy();
  await clickButton('Use this');
  expect(screen.queryByRole('dialog', { name: /Crop the page$/ })).toBeNull();
  await waitForPages(1);
});

test('retains its pages when it was closed', async () => {
  const { pick, waitForPages, clickButton } = await openScan();
  await pick(photoFile);
  await waitForPages(1);
  await clickButton('Cancel');
  await waitForPages(0);
  await clickButton('Take a photo');
  await waitForPages(1);
});

test('makes a PDF named after the paper, and starts the next paper without pages', async () => {
  const { pick, waitForPages, clickButton, onReady } = await openScan();
  await pick(photoFile, photoFile);
  await waitForPages(2);
  await clickButton('Use these pages');
  await waitFor(() => expect(onReady).toHaveBeenCalledTimes(1));
  const [pdf] = onReady.mock.calls[0] as [File];
  expect([pdf.name, pdf.type, pdf.size]).toEqual([
    'birth-certificate.pdf',
    'application/pdf',
    '2 pages'.length,
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await clickButton('Take a photo');
  await waitForPages(0);
});

test('sends nothing and retains the pages when it is closed while the PDF is made', async () => {
  const { pick, waitForPages, clickButton, onReady } = await openScan();
  await pick(photoFile);
  await waitForPages(1);
  let encode = () => {};
  Object.assign(HTMLCanvasElement.prototype, {
    toBlob: (callback: (jpeg: Blob) => void) => {
      encode = () => callback(new Blob(['jpeg']));
    },
  });
  const ignored = encode;
  await clickButton('Use these pages');
  await waitFor(() => expect(encode).not.toBe(ignored));
  await clickButton('Cancel');
  encode();
  await clickButton('Take a photo');
  await waitForPages(1);
  expect(onReady).not.toHaveBeenCalled();
});

test('retains pages that cannot be combined, and says so in place', async () => {
  const { pick, waitForPages, clickButton, waitForProblem, onReady } = await openScan();
  await pick(photoFile);
  await waitForPages(1);
  const drawImage = () => {
    throw new Error('There is no memory for the page');
  };
  Object.assign(HTMLCanvasElement.prototype, { getContext: drawImage });
  await clickButton('Use these pages');
  await waitForProblem(/could not be put together/);
  await waitForPages(1);
  expect(onReady).not.toHaveBeenCalled();
});
