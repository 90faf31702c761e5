import { addCatalogs, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import * as catalogs from './locales/te.po';
import type { QualityIssue } from './photo-quality.ts';

addCatalogs(catalogs);

export const photoMessages = {
  adjust: msg`Adjust`,
  adjustPhoto: msg`Adjust the photo`,
  adjustHint: msg`Move the photo until head and shoulders are in the frame: with a finger, or with the arrow keys.`,
  frame: msg`Frame of the photo`,
  zoom: msg`Size`,
  shape: msg`Shape of the frame`,
  straighten: msg`Straighten`,
  turnLeft: msg`Turn left`,
  turnRight: msg`Turn right`,
  useThis: msg`Use this`,
} as const satisfies Record<string, Word>;

export const qualityIssueMessages: Readonly<Record<QualityIssue, Word>> = {
  far: msg`The face fills little of the photo. Press Adjust and make it larger.`,
  dark: msg`The face is dark. Take the photo again in daylight.`,
  bright: msg`The face is too bright. Take the photo again in the shade.`,
  pale: msg`The face is pale. Wipe the lens and take the photo again.`,
  blurred: msg`The face is blurred. Hold the phone still and take the photo again.`,
  small: msg`The photo is small. Choose a larger one.`,
};

/** Why a photo cannot be sent: the English text at its field is the message's id. */
export const photoProblems = {
  empty: msg({ id: 'This file is empty. Choose a photo that is JPEG or PNG' }).id,
  heic: msg({
    id: 'This photo is HEIC, which cannot be used here. In the camera settings choose JPEG (on an iPhone: Formats, Most Compatible) and take it again',
  }).id,
  tooManyPixels: msg({ id: 'This photo has more than 200 megapixels. Choose a smaller one' }).id,
  tooFewPixels: msg({
    id: 'This picture is too small: each side needs 16 pixels or more. Choose a larger photo',
  }).id,
  tooLargeHere: msg({
    id: 'This photo is too large for this device. Take it again with fewer megapixels, or choose it on another device',
  }).id,
};
