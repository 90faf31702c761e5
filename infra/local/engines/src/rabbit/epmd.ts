import { realpathSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { findOnPath } from '../find/path.ts';
import { type Machine, onMachine } from '../machine.ts';

/** Starts Erlang's name server for one node: in the foreground, so that it ends when the node does. */
export async function startEpmd(port: number, machine: Machine): Promise<Child> {
  const erl = findOnPath(['erl'], process.env);
  if (erl === undefined) throw new Error('RabbitMQ needs Erlang, but erl is not on the PATH.');
  const epmd = await startChild({
    ...onMachine(machine, join(dirname(realpathSync(erl)), 'epmd'), [
      ...['-port', String(port), '-address', machine.host],
    ]),
    env: process.env,
  });
  await Promise.race([waitUntilListening(port, machine.host), epmd.ended]);
  return epmd;
}

async function waitUntilListening(port: number, host: string) {
  while (!(await isListening(port, host))) await wait(10);
}

function isListening(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
