import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChannelModel, connect } from 'amqplib';
import type { BrokerTlsOptions } from '../broker.ts';
import { findAdvice } from './advisories.ts';
import type { CheckResult } from './run-checks.ts';

const MIN_VERSION = [3, 10] as const;
const TIMEOUT_MS = 10_000;

/** A queue like the services' own, which expires if it is not deleted. */
const queue = {
  durable: true,
  arguments: {
    'x-queue-type': 'quorum',
    'x-delivery-limit': 20,
    'x-dead-letter-exchange': '',
    'x-dead-letter-routing-key': 'doctor.nowhere',
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
    'x-expires': 60_000,
  },
};

/** Its version, and whether it confirms and delivers a message of a queue like the services' own. */
export async function checkRabbit(amqpUrl: string, tlsOptions: BrokerTlsOptions = {}): Promise<CheckResult> {
  const connection = await connect(amqpUrl, { timeout: TIMEOUT_MS, ...tlsOptions }).catch(
    ({ message }: Error) => message,
  );
  if (typeof connection === 'string') {
    return {
      seen: `no response (${connection})`,
      todo: 'Start RabbitMQ, or correct AMQP_URL: address, user, password and virtual host; with amqps:// also AMQP_CA_FILE.',
    };
  }
  connection.on('error', () => undefined);
  try {
    const { version } = connection.connection.serverProperties;
    const seen = `RabbitMQ ${version}`;
    const todo = isOutdated(String(version))
      ? `Install RabbitMQ ${MIN_VERSION.join('.')} or later: its quorum queues forward dead letters reliably.`
      : await findFault(connection);
    const advice = findAdvice('RabbitMQ', String(version));
    return todo === undefined
      ? { seen: `${seen}, confirms and delivers`, ...advice }
      : { seen, todo, ...advice };
  } finally {
    await connection.close().catch(() => undefined);
  }
}

function isOutdated(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]);
}

async function findFault(connection: ChannelModel): Promise<string | undefined> {
  const name = `doctor.${randomUUID()}`;
  const timedOut = 'in time';
  const attempt = sendAndGet(connection, name).catch(({ message }: Error) => message);
  const outcome = await Promise.race([attempt, pause(TIMEOUT_MS, timedOut, { ref: false })]);
  if (outcome === timedOut) {
    return 'It accepts no message: check for an alarm of memory or disk (rabbitmq-diagnostics alarms) and for a quorum of its nodes.';
  }
  if (outcome === undefined) return undefined;
  return `It rejects operations of the services (${outcome}): grant the user configure, write and read on the virtual host, and remove policies on these queues.`;
}

async function sendAndGet(connection: ChannelModel, name: string): Promise<string | undefined> {
  const channel = await connection.createConfirmChannel();
  channel.on('error', () => undefined);
  await channel.assertQueue(name, queue);
  channel.sendToQueue(name, Buffer.from('doctor'), { persistent: true });
  await channel.waitForConfirms();
  const message = await channel.get(name);
  await channel.deleteQueue(name);
  return message ? undefined : 'it dropped a confirmed message, as policies of length or time do';
}
