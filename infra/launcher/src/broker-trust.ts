import { readFileSync } from 'node:fs';
import { Sentence } from './sentence.ts';

/** Options of a connection. */
export interface BrokerTrust {
  readonly ca?: Buffer[];
}

/**
 * What is trusted at a broker that is given from outside with amqps://.
 * @throws Sentence when AMQP_CA_FILE cannot be read
 */
export function brokerTrust({ AMQP_CA_FILE: path }: NodeJS.ProcessEnv): BrokerTrust {
  if (!path) return {};
  try {
    return { ca: [readFileSync(path)] };
  } catch {
    throw new Sentence(`AMQP_CA_FILE cannot be read: ${path}.`);
  }
}
