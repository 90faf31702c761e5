import { Button, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const print: Word = msg`Print or save as PDF`;

/** Opens the browser's own print dialog, which also saves what is shown as a PDF. */
export const PrintButton = () => <Button word={print} onClick={() => window.print()} />;
