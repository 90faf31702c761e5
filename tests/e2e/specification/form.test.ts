import { applicationFields } from './application-fields.ts';
import { applicationFiles } from './application-files.ts';
import { applicationPage } from './application-page.ts';
import { createBrowserEnvironment } from './environment.ts';
import { orderedChecks } from './ordered-checks.ts';
import { sentForm } from './sent-form.ts';

const environment = createBrowserEnvironment();
applicationPage(environment);
applicationFields(environment);
applicationFiles(environment);
orderedChecks(environment);
sentForm(environment);
