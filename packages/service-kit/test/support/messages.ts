import { randomUUID } from 'node:crypto';
import { type Envelope, ticketIssued } from '@archaka/contracts';
import { EXCHANGE } from '@archaka/contracts/broker';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { type EventSigner, SIGNATURE_HEADER } from '../../src/events/event-protection.ts';
import { sign } from './keys.ts';

export const buildTicketIssued = (application_id: string, version = 1) => ({
  application_id,
  version,
  at: new Date().toISOString(),
});

export const buildEnvelope = (application_id: string, changes: Partial<Envelope> = {}): Envelope => ({
  specversion: '1.0',
  id: randomUUID(),
  source: 'svc-ticket',
  type: ticketIssued.type,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data: buildTicketIssued(application_id),
  ...changes,
});

/** Sends a message as svc-ticket's relay does, with any content. */
export async function send(
  channel: ConfirmChannel,
  body: unknown,
  { type = ticketIssued.type, signer = sign }: { type?: string; signer?: EventSigner } = {},
): Promise<void> {
  const content = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const { id: messageId = '' } = Object(body) as { id?: string };
  const headers = { [SIGNATURE_HEADER]: await signer(content) };
  channel.publish(EXCHANGE, type, content, { persistent: true, messageId, headers });
  await channel.waitForConfirms();
}

/** Collects all messages of the exchange from now on. */
export async function captureEvents(channel: ConfirmChannel): Promise<Envelope[]> {
  const events: Envelope[] = [];
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, '#');
  const collect = (message: ConsumeMessage | null) => {
    if (message) events.push(JSON.parse(message.content.toString()));
  };
  await channel.consume(queue, collect, { noAck: true });
  return events;
}

/** Removes and returns the next message of a queue; undefined when it is empty. */
export async function getMessage(channel: ConfirmChannel, queue: string) {
  const message = await channel.get(queue, { noAck: true });
  if (!message) return undefined;
  return { text: message.content.toString(), headers: message.properties.headers ?? {} };
}
