import { type AuthModule, addCatalogs } from '@archaka/platform/core';
import { NextPerson } from '../features/helper/helper-mode.tsx';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { UserMenu } from '../features/sign-out/user-menu.tsx';
import * as catalogs from '../locales/te.po';

addCatalogs(catalogs);

const loadMyData = () => import('../features/my-data/my-data.tsx');

const loadVisitorData = () => import('../features/my-data/visitor-data.tsx');

const exposedModule: AuthModule = { SignIn, UserMenu, NextPerson, loadMyData, loadVisitorData };

export default exposedModule;
