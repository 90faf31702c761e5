import type { Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

/** Title of the page and of its menu item. */
export const myDataTitle: Word = msg`My data`;
