import { realpathSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { findOnPath } from '../find/path.ts';

/** Starts Erlang's name server for one node: in the foreground, so that it ends when the node does. */
export async function startEpmd(port: number): Promise<Child> {
  const erl = findOnPath(['erl'], process.env);
  if (erl === undefined) throw new Error('RabbitMQ needs Erlang, but erl is not on the PATH.');
  const epmd = await startChild({
    command: join(dirname(realpathSync(erl)), 'epmd'),
    args: ['-port', String(port), '-address', '127.0.0.1'],
    env: process.env,
  });
  await Promise.race([waitUntilListening(port), epmd.ended]);
  return epmd;
}

async function waitUntilListening(port: number) {
  while (!(await isListening(port))) await wait(10);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
