import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import amqp from 'amqplib';
import { findOrInstallRabbit, freePort, startRabbit } from '../src/index.ts';

const options = async () => ({
  rabbit: await findOrInstallRabbit(),
  dataDir: await mkdtemp(join(tmpdir(), 'engines-')),
});

const quorum = { durable: true, arguments: { 'x-queue-type': 'quorum' } };

async function publish(url: string, text: string) {
  const connection = await amqp.connect(url);
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue('kept', quorum);
  channel.sendToQueue('kept', Buffer.from(text), { persistent: true });
  await channel.waitForConfirms();
  await connection.close();
}

async function take(url: string): Promise<string | undefined> {
  const connection = await amqp.connect(url);
  const channel = await connection.createChannel();
  await channel.assertQueue('kept', quorum);
  const message = await channel.get('kept', { noAck: true });
  await connection.close();
  return message === false ? undefined : message.content.toString();
}

test('two nodes run side by side, and one keeps its messages when it is killed and started on another port', async () => {
  const [here, there] = [await options(), await options()];
  const [first, other] = await Promise.all([
    startRabbit({ ...here, port: await freePort() }),
    startRabbit({ ...there, port: await freePort() }),
  ]);
  await publish(first.url, 'from before');
  first.kill();
  await first.ended;

  const second = await startRabbit({ ...here, port: await freePort() });
  expect(await take(second.url)).toBe('from before');
  expect(await take(other.url)).toBeUndefined();
  await Promise.all([second.stop(), other.stop()]);
});

test('strangers do not get in', async () => {
  const running = await startRabbit({ ...(await options()), port: await freePort() });

  const asGuest = new URL(running.url);
  asGuest.username = asGuest.password = 'guest';
  await expect(amqp.connect(asGuest.href)).rejects.toThrow(/ACCESS_REFUSED|refused/i);
  await running.stop();
});
