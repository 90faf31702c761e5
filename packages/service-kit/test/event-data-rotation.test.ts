import { randomUUID } from 'node:crypto';
import { paymentCaptured, type Service } from '@archaka/contracts';
import { declareTopology, eventsQueue, topologies } from '@archaka/contracts/broker';
import { type IsolatedBackingServices, isolateBackingServices } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import { EventSealing } from '../src/events/event-protection.ts';
import { createOutboxModel, createOutboxRow } from '../src/events/outbox.ts';
import { type OpenDatabase, openDatabase } from '../src/persistence/database.ts';
import { announceInstance, toHeldKeys } from '../src/persistence/instances.ts';
import { createEventDataRotation } from '../src/rotation/event-data-rotation.ts';
import { rotateKeys } from '../src/rotation/rotate-keys.ts';
import type { KeyRing } from '../src/sealing/sealing.ts';
import { buildEnvelope } from './support/messages.ts';
import { log } from './support/test-database.ts';

const SERVICE: Service = 'application';
const QUEUE = eventsQueue('svc-application');
const before = { kid: '1', key: 'the key of events until now, 32 letters' };
const after = { kid: '2', key: 'the key of events from now on, 32 letters' };
const ring: KeyRing = [after, before];

let stores: IsolatedBackingServices;
let db: OpenDatabase;
let broker: Awaited<ReturnType<typeof connect>>;
let channel: Awaited<ReturnType<typeof broker.createConfirmChannel>>;
beforeAll(async () => {
  stores = await isolateBackingServices();
  db = await openDatabase({ url: stores.mongoUrl, service: SERVICE, log });
  broker = await connect(stores.amqpUrl);
  channel = await broker.createConfirmChannel();
  for (const topology of topologies) await declareTopology(channel, topology);
});
afterAll(async () => {
  await broker?.close();
  await db?.close();
  await stores?.drop();
});

const runStep = async (keys: KeyRing) =>
  rotateKeys(
    createEventDataRotation(SERVICE, { db, config: { AMQP_URL: stores.amqpUrl, EVENT_DATA_KEYS: keys } }),
    { connection: db.connection, service: 'svc-application', report: () => undefined, startTogether: false },
  );

/** As a service with this ring writes it. */
function buildRow(keys: KeyRing) {
  const event = { ...buildEnvelope(randomUUID()), data: { number: '9876543210' } };
  const sealed = new EventSealing(keys).sealData(event, { isPersonal: true });
  return { event, row: { _id: event.id, type: paymentCaptured.type, body: JSON.stringify(sealed) } };
}

test('removes an old key of events once no instance writes with it and no stored event needs it', async () => {
  const begun = await runStep([before]);
  expect(begun).toMatchObject({ variable: 'EVENT_DATA_KEYS', todo: expect.stringContaining('all services') });
  expect(JSON.parse(begun.value)).toMatchObject([before, { kid: '2' }]);

  const outdated = await announceInstance(db.connection, {
    keys: toHeldKeys({ EVENT_DATA_KEYS: [before] }),
    indexes: {},
  });
  await expect(runStep([before, after])).rejects.toThrow('1 of 1 instances of svc-application run without');
  await outdated.stop();
  expect(JSON.parse((await runStep([before, after])).value)).toEqual(ring);

  const outbox = createOutboxModel(db.connection);
  const [old, current] = [buildRow([before]), buildRow(ring)];
  await outbox.create([createOutboxRow(old.row), createOutboxRow(current.row)]);
  await expect(runStep(ring)).rejects.toThrow('1 events in the outbox still need an old key');

  await outbox.deleteMany({});
  channel.sendToQueue(QUEUE, Buffer.from(old.row.body));
  await channel.waitForConfirms();
  await expect(runStep(ring)).rejects.toThrow('1 events in its queues still need an old key');

  await channel.purgeQueue(QUEUE);
  const published = db.connection.collection<typeof old.row & { published_at: Date }>('outbox');
  const published_at = new Date();
  await published.insertMany([old.row, current.row].map((row) => ({ ...row, published_at })));
  expect(JSON.parse((await runStep(ring)).value)).toEqual([after]);
  const bodies = (await published.find().toArray()).map(({ body }) => JSON.parse(body));
  const withNewKey = new EventSealing([after]);
  expect(bodies.map((body) => withNewKey.openData(body))).toEqual([old.event, current.event]);
});
