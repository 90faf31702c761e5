import { Broker } from '../../src/events/broker.ts';
import { createOutboxModel, Outbox } from '../../src/events/outbox.ts';
import { Relay } from '../../src/events/relay.ts';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { createNotifier } from '../../src/queue/notifier.ts';
import { sign } from './keys.ts';

/** A relay whose process is killed after the broker has confirmed, before the outbox knows. */
process.stdin.resume().once('close', () => process.exit());
const { MONGO_URL = '', AMQP_URL = '' } = process.env;
const log = createLog({ name: 'dying-relay', level: 'info' });
const db = await openDatabase({ url: MONGO_URL, service: 'kit', log });
const outbox = new Outbox(createOutboxModel(db.connection));
outbox.markPublished = async () => void process.kill(process.pid, 'SIGKILL');

new Relay({
  broker: new Broker(AMQP_URL, log),
  outbox,
  publishedEvents: [],
  sign,
  notifier: createNotifier(),
  log,
});
