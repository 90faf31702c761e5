import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const conflictMessages = {
  savedElsewhere: msg`The form was saved elsewhere meanwhile`,
  savedElsewhereExplanation: msg`It was saved in another window or on another device since you began here. Take what was saved there, and what you typed here will be offered to you again; or go on with yours, which then takes its place.`,
  loadNewer: msg`Take the newer saved one`,
  continueWithMine: msg`Go on with mine`,
} as const satisfies Record<string, Word>;
