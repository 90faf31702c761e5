/**
 * Lists or replays the dead letters of a service; its events queue must be there.
 *
 *     AMQP_URL=amqp://… node packages/service-kit/src/dead-letters.ts list svc-ticket.dead
 *     AMQP_URL=amqp://… node packages/service-kit/src/dead-letters.ts replay svc-ticket.dead
 *
 * What is listed carries no data of applicants.
 */
import { eventsQueue, requeueExchange } from '@archaka/contracts/broker';
import { type ConfirmChannel, connect, type GetMessage } from 'amqplib';
import { baseConfig, ConfigurationError, loadConfig } from './config.ts';
import { FAILURES, findEnvelope, LAST_ERROR, REASON } from './events/arrival.ts';
import { signatureOf } from './events/pass-on.ts';
import { publisherOn } from './events/publisher.ts';
import { trustIn } from './trust.ts';

const CONFIRM_MS = 10_000;
const USAGE = 'usage: AMQP_URL=… node dead-letters.ts list|replay <service>.dead';

/** The broker's own account of why a message died: a delivery limit, for one. */
const brokersReason = ({ properties }: GetMessage): unknown => properties.headers?.['x-death']?.[0]?.reason;

function describe(message: GetMessage) {
  const { headers = {}, messageId } = message.properties;
  const envelope = findEnvelope(message.content);
  return {
    id: envelope?.id ?? messageId,
    type: envelope?.type,
    from: envelope?.source,
    time: envelope?.time,
    reason: headers[REASON] ?? brokersReason(message),
    failures: headers[FAILURES],
    error: headers[LAST_ERROR],
  };
}

/** Takes each message that is in the queue now, once. */
async function* messagesIn(channel: ConfirmChannel, queue: string): AsyncGenerator<GetMessage> {
  const { messageCount } = await channel.checkQueue(queue);
  for (let taken = 0; taken < messageCount; taken += 1) {
    const message = await channel.get(queue);
    if (!message) return;
    yield message;
  }
}

/** Reads without acknowledging: closing the channel puts all back. */
async function list(channel: ConfirmChannel, queue: string): Promise<void> {
  for await (const message of messagesIn(channel, queue)) {
    process.stdout.write(`${JSON.stringify(describe(message))}\n`);
  }
}

/** Sends each to the service's events again, as if it had not failed before; with the signature it came with, or none. */
async function replay(channel: ConfirmChannel, queue: string): Promise<void> {
  const publish = publisherOn(channel, { timeoutMs: CONFIRM_MS });
  const service = queue.replace(/\.dead$/, '');
  const [exchange, routingKey] = [requeueExchange(service), eventsQueue(service)];
  let replayed = 0;
  for await (const message of messagesIn(channel, queue)) {
    const id = String(message.properties.messageId ?? '');
    const headers = signatureOf(message);
    const how = await publish({ id, exchange, routingKey, body: message.content, headers });
    if (how === 'nobody') throw new Error(`there is no queue ${routingKey}`);
    channel.ack(message);
    replayed += 1;
  }
  process.stdout.write(`${replayed} replayed to ${routingKey}\n`);
}

const commands: Readonly<Record<string, typeof list>> = { list, replay };

async function main([name = '', queue = '']: readonly string[]): Promise<void> {
  const command = commands[name];
  if (!command || !queue.endsWith('.dead')) throw new ConfigurationError(USAGE);
  const { AMQP_URL, AMQP_CA_FILE } = loadConfig(baseConfig.pick({ AMQP_URL: true, AMQP_CA_FILE: true }));
  const connection = await connect(AMQP_URL, trustIn('AMQP_CA_FILE', AMQP_CA_FILE));
  try {
    const channel = await connection.createConfirmChannel();
    channel.on('error', () => undefined);
    await command(channel, queue);
    await channel.close();
  } finally {
    await connection.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
