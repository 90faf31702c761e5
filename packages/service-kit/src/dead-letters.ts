/** Lists or replays the dead letters of a service; its events queue must be there. Lists no data of applicants. */

import { eventsQueue, requeueExchange } from '@archaka/contracts/broker';
import { type ConfirmChannel, connect, type GetMessage } from 'amqplib';
import { CommandError, type CommandLine, runCommandLine } from './command-line.ts';
import { baseConfig, loadConfig } from './config.ts';
import { createChannelPublisher } from './events/channel-publisher.ts';
import {
  ERROR_HEADER,
  FAILURES_HEADER,
  findEnvelope,
  REASON_HEADER,
  toSignatureHeaders,
} from './events/handle-message.ts';
import { describeCommandError } from './process.ts';
import { loadTlsOptions } from './tls.ts';

const CONFIRM_MS = 10_000;

const getBrokerReason = ({ properties }: GetMessage): unknown => properties.headers?.['x-death']?.[0]?.reason;

function describeMessage(message: GetMessage) {
  const { headers = {}, messageId } = message.properties;
  const envelope = findEnvelope(message.content);
  return {
    id: envelope?.id ?? messageId,
    type: envelope?.type,
    from: envelope?.source,
    time: envelope?.time,
    reason: headers[REASON_HEADER] ?? getBrokerReason(message),
    failures: headers[FAILURES_HEADER],
    error: headers[ERROR_HEADER],
  };
}

/** Reads each message that is now in the queue, once. */
async function* readMessages(channel: ConfirmChannel, queue: string): AsyncGenerator<GetMessage> {
  const { messageCount } = await channel.checkQueue(queue);
  for (let count = 0; count < messageCount; count += 1) {
    const message = await channel.get(queue);
    if (!message) return;
    yield message;
  }
}

/** Never acknowledges: closing the channel returns all messages. */
async function list(channel: ConfirmChannel, queue: string): Promise<void> {
  for await (const message of readMessages(channel, queue)) {
    process.stdout.write(`${JSON.stringify(describeMessage(message))}\n`);
  }
}

/** Republishes each without its failures, with its original signature, if any. */
async function replay(channel: ConfirmChannel, queue: string): Promise<void> {
  const publish = createChannelPublisher(channel, { timeoutMs: CONFIRM_MS });
  const service = queue.replace(/\.dead$/, '');
  const [exchange, routingKey] = [requeueExchange(service), eventsQueue(service)];
  let replayed = 0;
  for await (const message of readMessages(channel, queue)) {
    const id = String(message.properties.messageId ?? '');
    const headers = toSignatureHeaders(message);
    const result = await publish({ id, exchange, routingKey, body: message.content, headers });
    if (result === 'nobody') throw new Error(`the queue ${routingKey} does not exist`);
    channel.ack(message);
    replayed += 1;
  }
  process.stdout.write(`${replayed} replayed to ${routingKey}\n`);
}

interface DeadLettersOptions {
  readonly run: typeof list;
  readonly queue: string;
}

function parseQueue(queue: string): string {
  if (queue.endsWith('.dead')) return queue;
  throw new CommandError(`${queue} is not <service>.dead.`);
}

const commandLine: CommandLine<DeadLettersOptions> = {
  name: 'dead-letters',
  invocation: 'node packages/service-kit/src/dead-letters.ts',
  description: 'Lists or replays the dead letters of a service at the broker of AMQP_URL.',
  examples: ['list svc-ticket.dead', 'replay svc-ticket.dead'],
  define: (program, choose) => {
    const commands = [
      ['list', 'prints one JSON object a line and leaves the messages', list],
      ['replay', 'publishes them to the service again', replay],
    ] as const;
    for (const [name, description, run] of commands)
      program
        .command(name)
        .description(description)
        .argument('<queue>', 'queue of the dead letters, <service>.dead', parseQueue)
        .action((queue) => choose({ run, queue }));
  },
};

await runCommandLine(
  commandLine,
  async ({ run, queue }) => {
    const { AMQP_URL, AMQP_CA_FILE } = loadConfig(baseConfig.pick({ AMQP_URL: true, AMQP_CA_FILE: true }));
    const connection = await connect(AMQP_URL, loadTlsOptions('AMQP_CA_FILE', AMQP_CA_FILE));
    try {
      const channel = await connection.createConfirmChannel();
      channel.on('error', () => undefined);
      await run(channel, queue);
      await channel.close();
      return 0;
    } finally {
      await connection.close();
    }
  },
  describeCommandError,
);
