import '../locales/catalogs.ts';
import type { AuthModule } from '@archaka/platform/core';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { UserMenu } from '../features/sign-out/user-menu.tsx';

const exposedModule: AuthModule = { SignIn, UserMenu };

export default exposedModule;
