import amqp from 'amqplib';
import express from 'express';
import mongoose, { type mongo } from 'mongoose';
import { Pool } from 'undici';

/**
 * One component of the baseline: a bare Express with the same writes, hops and messages as the portal
 * for a submission, without checks, session signatures, sealing, logs and recovery.
 */
const {
  ROLE = '',
  PORT,
  MONGO_URL = '',
  AMQP_URL = '',
  NEXT_URL,
  AUTH_URL,
  SIMULATOR_URL,
  BASIC = '',
} = process.env;
const EXCHANGE = 'floor.events';

const connection = await mongoose.createConnection(MONGO_URL, { dbName: `floor_${ROLE}` }).asPromise();
const collection = (name: string) => connection.collection<{ _id: string; [field: string]: unknown }>(name);
const broker = await amqp.connect(AMQP_URL);
const channel = await broker.createConfirmChannel();
await channel.assertExchange(EXCHANGE, 'topic');

type TransactionWork = (session: mongo.ClientSession) => Promise<unknown>;
const runTransaction = (work: TransactionWork) =>
  connection.transaction((session) => work(session), { writeConcern: { w: 'majority' } });

/** Writes the event with its cause, then publishes it with a confirm and deletes it. */
async function writeWithEvent(type: string, id: string, work: TransactionWork): Promise<void> {
  const row = { _id: `${type}:${id}`, type, data: { id } };
  await runTransaction(async (session) => {
    await work(session);
    await collection('outbox').insertOne(row, { session });
  });
  void publish(row);
}

async function publish(row: { _id: string; type: string }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    channel.publish(EXCHANGE, row.type, Buffer.from(JSON.stringify(row)), { persistent: true }, (error) =>
      error ? reject(error) : resolve(),
    );
  });
  await collection('outbox').deleteOne({ _id: row._id });
}

/** Handles the event in one transaction with its inbox row. */
async function consume(type: string, write: (id: string, session: mongo.ClientSession) => Promise<unknown>) {
  const { queue } = await channel.assertQueue(`floor.${ROLE}`, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum' },
  });
  await channel.bindQueue(queue, EXCHANGE, type);
  await channel.prefetch(16);
  await channel.consume(queue, async (message) => {
    if (!message) return;
    const { _id, data } = JSON.parse(message.content.toString());
    await runTransaction(async (session) => {
      await collection('inbox').insertOne({ _id }, { session });
      await write(data.id, session);
    });
    channel.ack(message);
  });
}

const pools = new Map<string, Pool>();
async function post(url: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const pool = pools.get(url) ?? new Pool(url, { connections: 64 });
  pools.set(url, pool);
  const response = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.body.json()) as Record<string, unknown>;
}

const app = express();
app.use(express.json({ limit: '16mb' }));
app.get('/readyz', (_request, response) => void response.json({}));

const roles: Record<string, () => Promise<void> | void> = {
  gateway: () => {
    app.post('/submit', async (request, response) => {
      await post(AUTH_URL ?? '', '/session', { id: request.body.number });
      response.json(await post(NEXT_URL ?? '', '/submit', request.body));
    });
  },
  auth: () => {
    app.post('/session', async ({ body }, response) => {
      response.json((await collection('sessions').findOne({ _id: body.id })) ?? {});
    });
  },
  application: async () => {
    await consume('order', (_id, session) =>
      collection('applications').updateOne({ _id }, { $set: { hasOrder: 1 } }, { session }),
    );
    app.post('/submit', async ({ body }, response) => {
      const _id: string = body.number;
      const claims = [{ _id: `mobile:${_id}` }, { _id: `aadhaar:${body.aadhar}` }];
      await Promise.all([
        collection('claims')
          .find({ _id: { $in: claims.map((claim) => claim._id) } })
          .toArray(),
        collection('applications').findOne({ _id }),
        collection('drafts').findOne({ _id }),
        collection('documents')
          .find({ _id: { $in: [`${_id}:a`, `${_id}:b`] } })
          .toArray(),
      ]);
      await writeWithEvent('submitted', _id, async (session) => {
        await collection('claims').insertMany(claims, { session });
        await collection('applications').insertOne({ _id, ...body }, { session });
        await collection('versions').insertOne({ _id: `${_id}:1`, ...body }, { session });
      });
      const orderResponse = await post(NEXT_URL ?? '', '/ensure', { id: _id });
      await collection('applications').updateOne({ _id }, { $set: { order: orderResponse.id } });
      response.json(orderResponse);
    });
  },
  payment: async () => {
    await consume('submitted', (_id, session) =>
      collection('orders').updateOne({ _id }, { $set: { known: 1 } }, { upsert: true, session }),
    );
    app.post('/ensure', async ({ body: { id: _id } }, response) => {
      const orders = collection('orders');
      await orders.updateOne({ _id }, { $setOnInsert: { amount: 10_000 } }, { upsert: true });
      await orders.findOneAndUpdate({ _id }, { $set: { leased: new Date() } });
      const created = await post(
        SIMULATOR_URL ?? '',
        '/v1/orders',
        { amount: 10_000, currency: 'INR', receipt: _id },
        { authorization: BASIC },
      );
      await writeWithEvent('order', _id, (session) =>
        orders.updateOne({ _id }, { $set: { order: created.id } }, { session }),
      );
      response.json({ id: created.id });
    });
  },
  ticket: async () => {
    await consume('submitted', (_id, session) =>
      collection('tickets').updateOne({ _id }, { $set: { version: 1 } }, { upsert: true, session }),
    );
  },
};

await roles[ROLE]?.();
app.listen(Number(PORT), '127.0.0.1');
