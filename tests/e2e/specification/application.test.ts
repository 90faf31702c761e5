import { history } from './history.ts';
import { payment } from './payment.ts';
import { records } from './records.ts';
import { refusals } from './refusals.ts';
import { saveAndSubmit } from './save-and-submit.ts';
import { openStage } from './stage.ts';
import { update } from './update.ts';
import { view } from './view.ts';

const stage = openStage();
saveAndSubmit(stage);
refusals(stage);
payment(stage);
records(stage);
history(stage);
view(stage);
update(stage);
