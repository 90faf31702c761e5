import { msg } from '@lingui/core/macro';

export const mySignIns = msg`My sign-ins`;
