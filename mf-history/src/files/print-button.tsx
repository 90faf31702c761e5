import { Button, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const print: Word = msg`Print or save as PDF`;

/** Opens the browser's print dialog, which can also save a PDF. */
export const PrintButton = () => <Button word={print} onClick={() => window.print()} />;
