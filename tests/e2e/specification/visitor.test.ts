import { createBrowserEnvironment } from './environment.ts';
import { home } from './home.ts';
import { homeMenu } from './home-menu.ts';
import { loaders } from './loaders.ts';
import { logout } from './logout.ts';
import { policies } from './policies.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const environment = createBrowserEnvironment();
home(environment);
homeMenu(environment);
signIn(environment);
signUp(environment);
policies(environment);
logout(environment);
loaders(environment);
