import { createBrowserEnvironment } from '../specification/environment.ts';
import { layout } from './layout.ts';
import { payments } from './payments.ts';
import { print } from './print.ts';
import { ticket } from './ticket.ts';

// One browser for both pages, since each start is expensive.
const environment = createBrowserEnvironment();
payments(environment);
layout(environment);
print(environment);
ticket(environment);
