import { home } from './home.ts';
import { homeMenu } from './home-menu.ts';
import { loaders } from './loaders.ts';
import { logout } from './logout.ts';
import { policies } from './policies.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { openStage } from './stage.ts';

const stage = openStage();
home(stage);
homeMenu(stage);
signIn(stage);
signUp(stage);
policies(stage);
logout(stage);
loaders(stage);
