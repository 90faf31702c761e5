import { connect } from 'amqplib';

const CONSUMERS = ['svc-application', 'svc-payment', 'svc-ticket'];

/** Events that a service could not process, with the reasons. */
export async function readDeadLetters(amqpUrl: string): Promise<string[]> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  const letters: string[] = [];
  for (const service of CONSUMERS) {
    for (;;) {
      const message = await channel.get(`${service}.dead`);
      if (!message) break;
      const { headers = {}, messageId } = message.properties;
      const reason = headers['x-reason'] ?? headers['x-death']?.[0]?.reason;
      letters.push(
        `${service}: ${message.fields.routingKey} ${messageId} ${reason} ${headers['x-error'] ?? ''}`,
      );
    }
  }
  // Unacknowledged messages return to their queues.
  await connection.close();
  return letters;
}
