import { createBrowserEnvironment } from '../specification/environment.ts';
import { backButton } from './back-button.ts';
import { draftRecovery } from './draft-recovery.ts';
import { beforePaying } from './payment-step.ts';
import { sessions } from './sessions.ts';
import { tabs } from './tabs.ts';
import { unfinishedForm } from './unfinished-form.ts';

// One shared browser, since each start is expensive. Tabs crash in it, and others continue.
const environment = createBrowserEnvironment({ separateProcesses: true });
draftRecovery(environment);
tabs(environment);
sessions(environment);
unfinishedForm(environment);
beforePaying(environment);
backButton(environment);
