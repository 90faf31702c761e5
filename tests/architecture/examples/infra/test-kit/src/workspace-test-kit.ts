import { signIn } from '../../../svc-auth/src/features/sign-in.ts';

signIn();
