import { createBrowserEnvironment } from '../specification/environment.ts';
import { backButton } from './back-button.ts';
import { draftRecovery } from './draft-recovery.ts';
import { beforePaying } from './payment-step.ts';
import { sessions } from './sessions.ts';
import { tabs } from './tabs.ts';

// One browser for all: each would cost its start. Tabs crash there, and others go on.
const environment = createBrowserEnvironment({ separateProcesses: true });
draftRecovery(environment);
tabs(environment);
sessions(environment);
beforePaying(environment);
backButton(environment);
