import { Button, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const print: Word = msg`Print`;

/** Prints the receipt that is shown. */
export const PrintButton = () => <Button word={print} onClick={() => window.print()} />;
