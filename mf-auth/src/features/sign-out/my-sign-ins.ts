import { msg } from '@lingui/core/macro';

/** On the button, and on the dialog that comes when it is pressed. */
export const mySignIns = msg`My sign-ins`;
