import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const scanMessages = {
  hint: msg`Photograph each page in good light; there may be 5. Move the corners to those of the paper: with a finger, or with the arrow keys.`,
  camera: msg`Use the camera`,
  pictures: msg`Choose pictures`,
  corners: msg`Corners of the paper`,
  clearer: msg`Black and white, easier to read`,
  moveUp: msg`Move up`,
  moveDown: msg`Move down`,
  usePages: msg`Use these pages`,
} as const satisfies Record<string, Word>;

/** In the order of the corners. */
const cornerMessages: readonly ((across: number, down: number) => Word)[] = [
  (across, down) => msg`Top left corner: ${across}% across, ${down}% down`,
  (across, down) => msg`Top right corner: ${across}% across, ${down}% down`,
  (across, down) => msg`Bottom right corner: ${across}% across, ${down}% down`,
  (across, down) => msg`Bottom left corner: ${across}% across, ${down}% down`,
];

export const cornerMessage = (index: number, across: number, down: number): Word =>
  cornerMessages[index]?.(across, down) ?? scanMessages.corners;

/** Why there is no paper yet: the English text is the message's id. */
export const scanProblems = {
  noPages: msg({ id: 'Photograph the paper first' }).id,
  tooManyPages: msg({ id: 'There may be 5 pages; the other pictures were left out' }).id,
  unreadable: msg({
    id: 'This picture could not be read. Photograph the page again, or choose a JPEG or PNG',
  }).id,
  notBuilt: msg({ id: 'The pages could not be put together. Please try again' }).id,
};
