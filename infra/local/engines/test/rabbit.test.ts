import { expect, test } from '@jest/globals';
import amqp from 'amqplib';
import { findOrInstallRabbit, freePort, startRabbit } from '../src/index.ts';
import { createDataFolder } from './support/data-folder.ts';

const createOptions = async () => ({
  rabbit: await findOrInstallRabbit(),
  dataDir: createDataFolder(),
});

const quorum = { durable: true, arguments: { 'x-queue-type': 'quorum' } };

async function withChannel<T>(url: string, use: (channel: amqp.ConfirmChannel) => Promise<T>): Promise<T> {
  const connection = await amqp.connect(url);
  try {
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue('kept', quorum);
    return await use(channel);
  } finally {
    await connection.close();
  }
}

const publish = (url: string, text: string) =>
  withChannel(url, async (channel) => {
    channel.sendToQueue('kept', Buffer.from(text), { persistent: true });
    await channel.waitForConfirms();
  });

const getMessage = (url: string) =>
  withChannel(url, async (channel) => {
    const message = await channel.get('kept', { noAck: true });
    return message === false ? undefined : message.content.toString();
  });

test('a node preserves its messages when it is stopped, killed and started on other ports', async () => {
  const base = await createOptions();
  const first = await startRabbit({ ...base, port: await freePort() });
  await publish(first.url, 'before the stop');
  await first.stop();
  const second = await startRabbit({ ...base, port: await freePort() });
  await publish(second.url, 'before the kill');
  second.kill();
  await second.ended;

  const third = await startRabbit({ ...base, port: await freePort() });
  expect([await getMessage(third.url), await getMessage(third.url)]).toEqual([
    'before the stop',
    'before the kill',
  ]);
  await third.stop();
});
