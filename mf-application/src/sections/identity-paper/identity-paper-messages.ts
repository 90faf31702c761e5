import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const identityPaperMessages = {
  identity: msg`How you show who you are`,
  choiceHint: msg`Bring the original of what you choose to the examination.`,
  aadhaarCard: msg`With my Aadhaar card`,
  paperNumber: msg`Number of the identity paper`,
  notChecked: msg`Whether this number is free could not be asked just now. It is asked again by itself; go on.`,
} as const satisfies Record<string, Word>;

export const anotherPaperMessage = (name: string): Word => msg`I use another identity paper: ${name}`;

export const exampleMessage = (example: string): Word => msg`As it is printed, for example ${example}`;

/** Messages of checks and services: the English text is the id. */
export const identityPaperErrors = [
  msg({ id: 'Select the Identity Paper' }),
  msg({ id: 'Please Enter the valid Number of the Identity Paper' }),
  msg({ id: 'Already Application registered with this Identity Paper' }),
];
