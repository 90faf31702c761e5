import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isFree } from '@archaka/engines';
import { CommandError } from '@archaka/service-kit/command-line';
import type { Component } from './plan.ts';

/** @throws CommandError that names a port of the portal which another process uses */
export async function assertPortsFree(components: Component[], base: number): Promise<void> {
  const required = components.flatMap(({ name, offset, extraPorts = [] }) =>
    [offset, ...extraPorts.map((extraPort) => extraPort.offset)].map((each) => ({ name, port: base + each })),
  );
  for (const { name, port } of required) {
    const free = (await isFree(port, '127.0.0.1')) && (await isFree(port, '::'));
    if (free) continue;
    throw new CommandError(
      `Port ${port}, which ${name} needs, is in use: stop the program that uses it, or set PORTAL_PORT to the first of seven free ports.`,
    );
  }
}

/** The store's and the broker's ports: the same at each start while they are free. */
export async function enginePorts(dataDir: string): Promise<{ mongod: number; rabbitmq: number }> {
  const path = join(dataDir, 'ports.json');
  const last = readLastPorts(path);
  const reuseOrPick = async (port: unknown) =>
    typeof port === 'number' && (await isFree(port)) ? port : freePort();
  const ports = { mongod: await reuseOrPick(last.mongod), rabbitmq: await reuseOrPick(last.rabbitmq) };
  writeFileSync(path, JSON.stringify(ports));
  return ports;
}

/** Empty without a readable file: other ports serve as well. */
function readLastPorts(path: string): Partial<Record<'mongod' | 'rabbitmq', unknown>> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
