import { msg } from '@lingui/core/macro';

/** Text of the button and of its dialog. */
export const mySignIns = msg`My sign-ins`;
