import '../locales/catalogs.ts';
import type { AuthModule } from '@archaka/platform/core';
import { NextPerson } from '../features/helper/next-person.tsx';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { UserMenu } from '../features/sign-out/user-menu.tsx';

const loadMyData = () => import('../features/my-data/my-data.tsx');

const loadVisitorData = () => import('../features/my-data/visitor-data.tsx');

const exposedModule: AuthModule = { SignIn, UserMenu, NextPerson, loadMyData, loadVisitorData };

export default exposedModule;
