import { createBrowserEnvironment } from './environment.ts';
import { errorMessages } from './error-messages.ts';
import { history } from './history.ts';
import { payment } from './payment.ts';
import { records } from './records.ts';
import { saveAndSubmit } from './save-and-submit.ts';
import { update } from './update.ts';
import { view } from './view.ts';

const environment = createBrowserEnvironment();
saveAndSubmit(environment);
errorMessages(environment);
payment(environment);
records(environment);
history(environment);
view(environment);
update(environment);
