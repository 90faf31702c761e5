import { readFileSync } from 'node:fs';
import { CommandError } from '@archaka/operators';

/** Options of a connection. */
export interface BrokerTlsOptions {
  readonly ca?: Buffer[];
}

/**
 * What is trusted at a broker that is given from outside with amqps://.
 * @throws Sentence when AMQP_CA_FILE cannot be read
 */
export function readBrokerTlsOptions({ AMQP_CA_FILE: path }: NodeJS.ProcessEnv): BrokerTlsOptions {
  if (!path) return {};
  try {
    return { ca: [readFileSync(path)] };
  } catch {
    throw new CommandError(`AMQP_CA_FILE cannot be read: ${path}.`);
  }
}
