import { signIn } from '../features/sign-in.ts';

signIn();
