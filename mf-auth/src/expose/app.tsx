import '../locales/catalogs.ts';
import type { AuthDoor } from '@archaka/platform';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { UserMenu } from '../features/sign-out/user-menu.tsx';

const door: AuthDoor = { SignIn, UserMenu };

export default door;
