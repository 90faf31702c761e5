import type { Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

export const myDataTitle: Word = msg`My data`;
