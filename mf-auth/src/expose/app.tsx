import '../locales/catalogs.ts';
import type { AuthModule } from '@archaka/platform/core';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { UserMenu } from '../features/sign-out/user-menu.tsx';

const loadMyData = () => import('../features/my-data/my-data.tsx');

const loadVisitorData = () => import('../features/my-data/visitor-data.tsx');

const exposedModule: AuthModule = { SignIn, UserMenu, loadMyData, loadVisitorData };

export default exposedModule;
