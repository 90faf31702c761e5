import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { services } from '@archaka/contracts';
import { type BrokerPasswords, declareTopology, topologies } from '@archaka/contracts/broker';
import { CommandError } from '@archaka/service-kit/command-line';
import { connect } from 'amqplib';

/** Options of a connection. */
export interface BrokerTlsOptions {
  readonly ca?: Buffer[];
}

/**
 * The trusted authority of an external broker with amqps://.
 * @throws CommandError when AMQP_CA_FILE cannot be read
 */
export function readBrokerTlsOptions({ AMQP_CA_FILE: path }: NodeJS.ProcessEnv): BrokerTlsOptions {
  if (!path) return {};
  try {
    return { ca: [readFileSync(path)] };
  } catch {
    throw new CommandError(`AMQP_CA_FILE cannot be read: ${path}.`);
  }
}

const RETRY_DELAY_MS = 1000;

/**
 * The passwords of the services' users at an external broker; undefined when the services share
 * the user of AMQP_URL.
 * @throws CommandError when one is missing
 */
export function parseBrokerPasswords({ BROKER_PASSWORDS }: NodeJS.ProcessEnv): BrokerPasswords | undefined {
  if (!BROKER_PASSWORDS) return undefined;
  const passwords = parse(BROKER_PASSWORDS);
  const missing = services.filter((service) => typeof passwords[service] !== 'string');
  if (missing.length > 0) throw new CommandError(`BROKER_PASSWORDS lacks ${missing.join(' and ')}.`);
  return passwords as BrokerPasswords;
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new CommandError('BROKER_PASSWORDS is not JSON.');
  }
}

/** A service's broker address: with its own user, or with the shared one. */
export function toBrokerUrl(
  name: string,
  { amqpUrl, brokerPasswords }: { amqpUrl: string; brokerPasswords?: BrokerPasswords | undefined },
): string {
  const service = services.find((each) => name === `svc-${each}`);
  if (!amqpUrl || !brokerPasswords || !service) return amqpUrl;
  const url = new URL(amqpUrl);
  url.username = name;
  url.password = encodeURIComponent(brokerPasswords[service]);
  return url.href;
}

/** Declares the services' queues at an external broker, as soon as it responds. */
export async function declareQueues(
  amqpUrl: string,
  { signal, tlsOptions }: { signal: AbortSignal; tlsOptions: BrokerTlsOptions },
): Promise<void> {
  while (!signal.aborted && !(await tryDeclareQueues(amqpUrl, tlsOptions))) {
    await pause(RETRY_DELAY_MS, undefined, { ref: false });
  }
}

/** A non-empty queue of the services; undefined when all are empty. */
export async function findNonEmptyQueue(
  amqpUrl: string,
  tlsOptions: BrokerTlsOptions,
): Promise<{ queue: string; messageCount: number } | undefined> {
  const connection = await connect(amqpUrl, tlsOptions);
  try {
    const channel = await connection.createChannel();
    for (const { name } of topologies.flatMap(({ queues }) => queues)) {
      const { queue, messageCount } = await channel.checkQueue(name);
      if (messageCount > 0) return { queue, messageCount };
    }
    return undefined;
  } finally {
    await connection.close();
  }
}

/** False when it does not respond, or rejects the connection. */
async function tryDeclareQueues(amqpUrl: string, tlsOptions: BrokerTlsOptions): Promise<boolean> {
  try {
    const connection = await connect(amqpUrl, tlsOptions);
    connection.on('error', () => undefined);
    try {
      const channel = await connection.createChannel();
      channel.on('error', () => undefined);
      for (const topology of topologies) await declareTopology(channel, topology);
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}
