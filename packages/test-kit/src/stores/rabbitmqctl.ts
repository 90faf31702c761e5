import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ofEachService } from '@archaka/contracts';
import { brokerDefinitions } from '@archaka/contracts/broker';
import { scaledTimeout } from '../timeouts.ts';

/** How rabbitmqctl is run against a broker. */
export interface Ctl {
  command: string[];
  /** Beside our own variables. */
  env: Record<string, string>;
}

const run = promisify(execFile);

interface Administrator {
  /** May use the vhost in full. */
  readonly user: string;
  /** Also that of the services' users, whom all vhosts share. */
  readonly password: string;
}

const ALL = { configure: '.*', write: '.*', read: '.*' };

/**
 * Makes a vhost with the services' queues and users as every broker of the portal has them; one call, since each
 * costs the start of an Erlang machine.
 */
export const addVhost = (ctl: Ctl, vhost: string, { user, password }: Administrator): Promise<void> => {
  const definitions = brokerDefinitions(
    ofEachService(() => password),
    vhost,
  );
  const permissions = [{ user, vhost, ...ALL }, ...definitions.permissions];
  return rabbitmqctl(ctl, ['import_definitions'], JSON.stringify({ ...definitions, permissions }));
};

/** Ends a vhost with its queues. */
export const deleteVhost = (ctl: Ctl, vhost: string): Promise<void> =>
  rabbitmqctl(ctl, ['delete_vhost', vhost]);

async function rabbitmqctl(
  { command: [program, ...first], env }: Ctl,
  args: readonly string[],
  input = '',
): Promise<void> {
  if (!program) throw new Error('no rabbitmqctl');
  const running = run(program, [...first, ...args], {
    env: { ...process.env, ...env },
    timeout: scaledTimeout(60_000),
  });
  running.child.stdin?.end(input);
  await running;
}
