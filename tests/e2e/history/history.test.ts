import { openStage } from '../specification/stage.ts';
import { edits } from './edits.ts';
import { payments } from './payments.ts';
import { ticket } from './ticket.ts';

// One browser for both pages: each would cost its start.
const stage = openStage();
payments(stage);
edits(stage);
ticket(stage);
