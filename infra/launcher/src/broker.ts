import { setTimeout as pause } from 'node:timers/promises';
import { services } from '@archaka/contracts';
import { type BrokerPasswords, declareTopology, topologies } from '@archaka/contracts/broker';
import { connect } from 'amqplib';
import type { BrokerTrust } from './broker-trust.ts';
import { Sentence } from './sentence.ts';

const AGAIN_MS = 1000;

/**
 * The passwords of the services' users at a broker that is given from outside; undefined when the services share
 * the user of AMQP_URL.
 * @throws Sentence when one is missing
 */
export function givenPasswords({ BROKER_PASSWORDS }: NodeJS.ProcessEnv): BrokerPasswords | undefined {
  if (!BROKER_PASSWORDS) return undefined;
  const given = parse(BROKER_PASSWORDS);
  const missing = services.filter((service) => typeof given[service] !== 'string');
  if (missing.length > 0) throw new Sentence(`BROKER_PASSWORDS lacks ${missing.join(' and ')}.`);
  return given as BrokerPasswords;
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Sentence('BROKER_PASSWORDS is not JSON.');
  }
}

/** Where a service finds the broker: as its own user, or as the one that all share. */
export function brokerAddress(
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

/** Declares the services' queues at a broker that is given from outside, as soon as it answers. */
export async function prepareBroker(
  amqpUrl: string,
  { signal, trust }: { signal: AbortSignal; trust: BrokerTrust },
): Promise<void> {
  while (!signal.aborted && !(await declareAt(amqpUrl, trust))) {
    await pause(AGAIN_MS, undefined, { ref: false });
  }
}

/** A queue of the services' in which messages wait; undefined when all are empty. */
export async function findWaiting(
  amqpUrl: string,
  trust: BrokerTrust,
): Promise<{ queue: string; messageCount: number } | undefined> {
  const connection = await connect(amqpUrl, trust);
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

/** False when it does not answer, or refuses. */
async function declareAt(amqpUrl: string, trust: BrokerTrust): Promise<boolean> {
  try {
    const connection = await connect(amqpUrl, trust);
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
