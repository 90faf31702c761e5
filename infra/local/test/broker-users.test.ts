import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapServices } from '@archaka/contracts';
import { createBrokerDefinitions } from '@archaka/contracts/broker';
import { type Engine, findOrInstallRabbit, freePort, startRabbit } from '@archaka/engines';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ConfirmChannel, connect } from 'amqplib';
import { toBrokerUrl } from '../src/broker.ts';

const brokerPasswords = mapServices(() => randomUUID());

let folder: string;
let broker: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'broker-'));
  broker = await startRabbit({
    rabbit: await findOrInstallRabbit(),
    dataDir: folder,
    port: await freePort(),
    definitions: createBrokerDefinitions(brokerPasswords),
  });
});
afterAll(async () => {
  await broker.stop();
  await rm(folder, { recursive: true });
});

/** Acts as the user of a service; returns the broker's response. */
async function runAs<Answer>(name: string, action: (channel: ConfirmChannel) => Promise<Answer>) {
  const connection = await connect(toBrokerUrl(name, { amqpUrl: broker.url, brokerPasswords }));
  try {
    const channel = await connection.createConfirmChannel();
    const rejected = new Promise<never>((_, reject) => channel.once('error', reject));
    return await Promise.race([action(channel), rejected]);
  } finally {
    await connection.close();
  }
}

/** `queued`, or `returned` when no queue accepts it. */
const publish = (exchange: string, key: string) => async (channel: ConfirmChannel) => {
  let outcome = 'queued';
  channel.on('return', () => {
    outcome = 'returned';
  });
  channel.publish(exchange, key, Buffer.from('{}'), { mandatory: true });
  // A rejection closes the channel with its reason.
  await channel.waitForConfirms().catch(() => new Promise(() => undefined));
  return outcome;
};
const get = (queue: string) => (channel: ConfirmChannel) => channel.get(queue, { noAck: true });

describe('the user of svc-ticket', () => {
  test.each([
    ['publish payment.captured.v1', publish('portal.events', 'payment.captured.v1')],
    ['publish application.submitted.v1', publish('portal.events', 'application.submitted.v1')],
    ['write into a queue by the default exchange', publish('', 'svc-application.events')],
    ['write into the queues of svc-payment', publish('svc-payment.requeue', 'svc-payment.events')],
    ["read svc-payment's events", get('svc-payment.events')],
    ["read svc-application's dead letters", get('svc-application.dead')],
    ['listen to all events', (channel: ConfirmChannel) => channel.assertQueue('', { exclusive: true })],
    ['delete its own queue', (channel: ConfirmChannel) => channel.deleteQueue('svc-ticket.events')],
  ])('may not %s', async (_what, action) => {
    await expect(runAs<unknown>('svc-ticket', action)).rejects.toThrow(/ACCESS_REFUSED/);
  });

  test('publishes its own event, which reaches only the consumer', async () => {
    expect(await runAs('svc-ticket', publish('portal.events', 'ticket.issued.v1'))).toBe('queued');
    expect(await runAs('svc-application', get('svc-application.events'))).toBeTruthy();
    expect(await runAs('svc-payment', get('svc-payment.events'))).toBe(false);
  });

  test('puts a message into a retry queue, from which it is delivered again', async () => {
    expect(await runAs('svc-ticket', publish('svc-ticket.requeue', 'svc-ticket.retry.1000'))).toBe('queued');
    await eventually(() => runAs('svc-ticket', get('svc-ticket.events')));
  });
});

test('the user of svc-auth, which owns no event, may publish none', async () => {
  await expect(runAs('svc-auth', publish('portal.events', 'ticket.issued.v1'))).rejects.toThrow(
    /ACCESS_REFUSED/,
  );
});

test('rejects the password of another service', async () => {
  const swapped = { ...brokerPasswords, ticket: brokerPasswords.payment };
  const address = toBrokerUrl('svc-ticket', { amqpUrl: broker.url, brokerPasswords: swapped });
  await expect(connect(address)).rejects.toThrow(/ACCESS_REFUSED|ACCESS-REFUSED/);
});
