import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const statusMessages = {
  confirmDetails: msg`Is this right?`,
  correctDetails: msg`Correct it`,
  ticketPreview: msg`Hall ticket as it will be printed`,
  openPreview: msg`Open it in full size`,
  ticketPreviewHint: msg`It becomes valid once the fee has arrived.`,
} as const satisfies Record<string, Word>;
