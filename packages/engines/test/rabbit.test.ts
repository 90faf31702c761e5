import { expect, test } from '@jest/globals';
import amqp from 'amqplib';
import { findOrInstallRabbit, freePort, startRabbit } from '../src/index.ts';
import { dataFolder } from './data-folder.ts';

const options = async () => ({
  rabbit: await findOrInstallRabbit(),
  dataDir: dataFolder(),
});

const quorum = { durable: true, arguments: { 'x-queue-type': 'quorum' } };

async function onChannel<T>(url: string, use: (channel: amqp.ConfirmChannel) => Promise<T>): Promise<T> {
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
  onChannel(url, async (channel) => {
    channel.sendToQueue('kept', Buffer.from(text), { persistent: true });
    await channel.waitForConfirms();
  });

const take = (url: string) =>
  onChannel(url, async (channel) => {
    const message = await channel.get('kept', { noAck: true });
    return message === false ? undefined : message.content.toString();
  });

test('a node keeps its messages when it is stopped, killed and started on other ports', async () => {
  const here = await options();
  const first = await startRabbit({ ...here, port: await freePort() });
  await publish(first.url, 'before the stop');
  await first.stop();
  const second = await startRabbit({ ...here, port: await freePort() });
  await publish(second.url, 'before the kill');
  second.kill();
  await second.ended;

  const third = await startRabbit({ ...here, port: await freePort() });
  expect([await take(third.url), await take(third.url)]).toEqual(['before the stop', 'before the kill']);
  await third.stop();
});

test('two nodes run side by side, each only for those who know its password', async () => {
  const nodes = await Promise.all(
    [1, 2].map(async () => startRabbit({ ...(await options()), port: await freePort() })),
  );
  const [first, second] = nodes.map(({ url }) => url) as [string, string];
  await publish(first, 'for the first');

  expect(await take(second)).toBeUndefined();
  expect(await take(first)).toBe('for the first');
  const stranger = first.replace(/portal:\w+/, 'guest:guest');
  await expect(amqp.connect(stranger)).rejects.toThrow(/ACCESS_REFUSED/);
  await Promise.all(nodes.map((node) => node.stop()));
});
