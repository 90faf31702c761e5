import { readFileSync } from 'node:fs';
import { CommandError } from '@archaka/service-kit/command-line';

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
