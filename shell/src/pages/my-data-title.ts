import type { Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

/** On the page, and on the line of the menu that leads to it. */
export const myDataTitle: Word = msg`My data`;
