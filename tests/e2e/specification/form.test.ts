import { applicationFields } from './application-fields.ts';
import { applicationFiles } from './application-files.ts';
import { applicationPage } from './application-page.ts';
import { orderedChecks } from './ordered-checks.ts';
import { sentForm } from './sent-form.ts';
import { openStage } from './stage.ts';

const stage = openStage();
applicationPage(stage);
applicationFields(stage);
applicationFiles(stage);
orderedChecks(stage);
sentForm(stage);
