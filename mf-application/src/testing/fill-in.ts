import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { draft } from './filled-form.ts';

/** Fills in an empty form as a regular Pravesa applicant would, in the order of its parts. */
export async function fillIn(person: UserEvent, { name }: { name: string }): Promise<void> {
  const type = async (label: RegExp, text: string) => person.type(await screen.findByLabelText(label), text);
  const choose = async (label: RegExp, value: string) =>
    person.selectOptions(await screen.findByLabelText(label), value);
  const pick = async (label: RegExp, file: File) => person.upload(await screen.findByLabelText(label), file);

  await type(/Aadhaar number$/, draft.aadhar);
  await type(/పేరు \/ Name$/, name);
  await type(/Father's name$/, draft.father_name);
  await type(/Date of birth$/, draft.dob);
  await type(/Postal address$/, draft.postal_address);
  await choose(/జిల్లా \/ District$/, 'Chittoor');
  await choose(/Mandal$/, 'Kuppam');
  await person.click(screen.getByRole('radio', { name: /Pravesa$/ }));
  await person.click(screen.getByRole('radio', { name: /Regular$/ }));
  await choose(/Centre district$/, 'Guntur');
  await choose(/Agamamu$/, draft.agamamu);
  await pick(/Birth certificate$/, pdfFile);
  stubPhotoDrawing();
  await pick(/Photo$/, photoFile);
  await screen.findByText(photoFile.name);
}

export const pdfFile = new File(['%PDF-1.7'], 'birth.pdf', { type: 'application/pdf' });

/** The start of a JPEG of this size in pixels: the part that is read before it is drawn. */
export const buildJpeg = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0],
    ...[0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3],
  );

export const photoFile = new File([buildJpeg(600, 800)], 'me.jpg', { type: 'image/jpeg' });

/** jsdom cannot draw: any photo becomes this one. */
export function stubPhotoDrawing(): void {
  const picture = { width: 4, height: 3, close: () => undefined };
  Object.assign(globalThis, { createImageBitmap: async () => picture });
  const noop = () => undefined;
  const drawing = {
    fillRect: noop,
    drawImage: noop,
    scale: noop,
    translate: noop,
    rotate: noop,
    putImageData: noop,
  };
  const createImageData = (width: number, height: number) => ({
    width,
    height,
    data: new Uint8ClampedArray(4 * width * height),
  });
  const getImageData = (_x: number, _y: number, width: number, height: number) =>
    createImageData(width, height);
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ ...drawing, createImageData, getImageData }),
    toBlob: (callback: (jpeg: Blob) => void) => callback(new Blob(['jpeg'], { type: 'image/jpeg' })),
  });
}
