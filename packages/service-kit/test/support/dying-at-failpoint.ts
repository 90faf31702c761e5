import { subscribe } from 'node:diagnostics_channel';
import { ticketIssued } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { Broker } from '../../src/events/broker.ts';
import { Consumer } from '../../src/events/consumer.ts';
import { handleEvent } from '../../src/events/handle-message.ts';
import { createInboxModel, Inbox } from '../../src/events/inbox.ts';
import { createEventPublisher, createOutboxModel, Outbox } from '../../src/events/outbox.ts';
import { Handover, Relay } from '../../src/events/relay.ts';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { createEffects } from './effects.ts';
import { findForgery, sealing, sign } from './keys.ts';
import { buildTicketIssued } from './messages.ts';

/** Changes a row, publishes its event and, for its last boundary, consumes it; killed at the first pass of `BOUNDARY`. */
process.stdin.resume().once('close', () => process.exit());
const { MONGO_URL = '', AMQP_URL = '', BOUNDARY = '' } = process.env;
subscribe('archaka:boundary', (failpoint) => {
  if ((failpoint as { name: string }).name === BOUNDARY) process.kill(process.pid, 'SIGKILL');
});

const service = `svc-${BOUNDARY}`;
const log = createLog({ name: service, level: 'info' });
const db = await openDatabase({ url: MONGO_URL, service: 'kit', log });
const outbox = new Outbox(createOutboxModel(db.connection));
const inbox = new Inbox(createInboxModel(db.connection));
const effects = createEffects(db.connection);
const handover = new Handover();
const events = createEventPublisher({
  db,
  outbox,
  source: 'svc-ticket',
  sealing,
  handover,
});

await db.transaction(async () => {
  await effects.add(`changed ${BOUNDARY}`);
  await events.publish(ticketIssued, buildTicketIssued(BOUNDARY));
});

const broker = new Broker(AMQP_URL, log);
if (BOUNDARY === 'before-ack') {
  const handle = ({ application_id }: { application_id: string }) => effects.add(`heard ${application_id}`);
  const consumer = new Consumer({
    broker,
    db,
    inbox,
    service,
    findForgery,
    sealing,
    delays: [],
    log,
    eventHandlers: [handleEvent(ticketIssued, handle)],
  });
  await eventually(() => consumer.isListening());
}
new Relay({ broker, outbox, consumers: [], sign, handover, log });
