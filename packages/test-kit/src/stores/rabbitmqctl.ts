import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { scaledTimeout } from '../timeouts.ts';

/** How rabbitmqctl is run against a broker. */
export interface Ctl {
  command: string[];
  /** Beside our own variables. */
  env: Record<string, string>;
}

const run = promisify(execFile);

/** Makes a vhost that `user` may use in full; one call, since each costs the start of an Erlang machine. */
export const addVhost = (ctl: Ctl, vhost: string, user: string): Promise<void> =>
  rabbitmqctl(
    ctl,
    'eval',
    `rabbit_vhost:add(<<"${vhost}">>, <<"tests">>),
     rabbit_auth_backend_internal:set_permissions(
       <<"${user}">>, <<"${vhost}">>, <<".*">>, <<".*">>, <<".*">>, <<"tests">>).`,
  );

/** Ends a vhost with its queues. */
export const deleteVhost = (ctl: Ctl, vhost: string): Promise<void> =>
  rabbitmqctl(ctl, 'delete_vhost', vhost);

async function rabbitmqctl({ command: [program, ...first], env }: Ctl, ...args: string[]): Promise<void> {
  if (!program) throw new Error('no rabbitmqctl');
  await run(program, [...first, ...args], {
    env: { ...process.env, ...env },
    timeout: scaledTimeout(60_000),
  });
}
