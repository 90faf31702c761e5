import { openStage } from '../specification/stage.ts';
import { backButton } from './back-button.ts';
import { beforePaying } from './before-paying.ts';
import { sessions } from './sessions.ts';
import { survives } from './survives.ts';
import { tabs } from './tabs.ts';

// One browser for all: each would cost its start.
const stage = openStage();
survives(stage);
tabs(stage);
sessions(stage);
beforePaying(stage);
backButton(stage);
