import { openBroker } from '../../src/events/broker.ts';
import { createNotifier } from '../../src/events/notifier.ts';
import { createOutboxModel, createOutboxRepository } from '../../src/events/outbox.ts';
import { startRelay } from '../../src/events/relay.ts';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { sign } from './keys.ts';

/** A relay whose process is killed after the broker has confirmed, before the outbox knows. */
process.stdin.resume().once('close', () => process.exit());
const { MONGO_URL = '', AMQP_URL = '' } = process.env;
const log = createLog({ name: 'dying-relay', level: 'info' });
const db = await openDatabase({ url: MONGO_URL, service: 'kit', log });
const rows = createOutboxRepository(createOutboxModel(db.connection));
const die = async () => void process.kill(process.pid, 'SIGKILL');

startRelay({
  broker: openBroker(AMQP_URL, log),
  rows: { ...rows, markPublished: die },
  publishedEvents: [],
  sign,
  notifier: createNotifier(),
  log,
});
