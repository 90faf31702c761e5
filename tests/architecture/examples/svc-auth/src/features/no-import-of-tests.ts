import { anAccount } from './sign-in.test.ts';

export const someone = anAccount;
