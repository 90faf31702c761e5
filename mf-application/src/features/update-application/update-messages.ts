import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const updateMessages = {
  checkAndUpdate: msg`Check and update`,
  leaveQuestion: msg`Leave without saving the changes?`,
  leaveExplanation: msg`Your changes have not been saved.`,
  leave: msg`Leave`,
  editsClosed: msg`The time for edits is over`,
} as const satisfies Record<string, Word>;

/** Why an application can no longer be edited; `lastDay` is formatted. */
export const editsClosedMessage = (lastDay: string): Word =>
  msg`Applications could be edited until ${lastDay}. For questions call the help numbers on the home page.`;
