import { ticketIssued } from '@archaka/contracts';
import { Broker } from '../../src/events/broker.ts';
import { Consumer } from '../../src/events/consumer.ts';
import { handleEvent } from '../../src/events/handle-message.ts';
import { createInboxModel, Inbox } from '../../src/events/inbox.ts';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { createEffects } from './effects.ts';
import { findForgery, sealing } from './keys.ts';

/** A consumer that is killed whenever it handles an event of one application. */
process.stdin.resume().once('close', () => process.exit());
const { MONGO_URL = '', AMQP_URL = '' } = process.env;
const log = createLog({ name: 'dying-consumer', level: 'info' });
const db = await openDatabase({ url: MONGO_URL, service: 'kit', log });
const inbox = new Inbox(createInboxModel(db.connection));
const effects = createEffects(db.connection);

const eventHandlers = [
  handleEvent(ticketIssued, async ({ application_id }) => {
    if (application_id === 'poison') process.kill(process.pid, 'SIGKILL');
    await effects.add(application_id);
  }),
];
new Consumer({
  broker: new Broker(AMQP_URL, log),
  db,
  inbox,
  service: 'svc-poisoned',
  eventHandlers,
  findForgery,
  sealing,
  delays: [],
  log,
});
