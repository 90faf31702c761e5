import { addCatalogs, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

export const scanMessages = {
  hint: msg`Photograph each page in good light; there may be 5. Press Adjust to crop a page to the paper.`,
  camera: msg`Use the camera`,
  pictures: msg`Choose pictures`,
  cropPage: msg`Crop the page`,
  cropHint: msg`Move the page until only the paper is in the frame: with a finger, or with the arrow keys. Change its size and the shape of the frame below.`,
  frame: msg`Frame of the page`,
  clearer: msg`Black and white, easier to read`,
  moveUp: msg`Move up`,
  moveDown: msg`Move down`,
  usePages: msg`Use these pages`,
} as const satisfies Record<string, Word>;

/** Why there is no paper yet: the English text is the message's id. */
export const scanProblems = {
  noPages: msg({ id: 'Photograph the paper first' }).id,
  tooManyPages: msg({ id: 'There may be 5 pages; the other pictures were left out' }).id,
  unreadable: msg({
    id: 'This picture could not be read. Photograph the page again, or choose a JPEG or PNG',
  }).id,
  notBuilt: msg({ id: 'The pages could not be put together. Please try again' }).id,
};
