import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { user } from './password.ts';

/** RabbitMQ's definitions: users, permissions, queues and the like, imported whenever the broker starts. */
export interface Definitions {
  readonly vhosts: readonly object[];
  readonly users: readonly object[];
  readonly permissions: readonly object[];
  readonly [kind: string]: readonly object[];
}

const ALL = '.*';

/** The file in the data folder. */
export const DEFINITIONS_FILE = 'definitions.json';

/** Adds our own user, since RabbitMQ creates no default user with definitions. */
export async function writeDefinitions(
  { vhosts, users, permissions, ...others }: Definitions,
  { dataDir, password }: { dataDir: string; password: string },
): Promise<void> {
  const all = {
    vhosts: [{ name: '/' }, ...vhosts],
    users: [{ name: user, password, tags: 'administrator' }, ...users],
    permissions: [{ user, vhost: '/', configure: ALL, write: ALL, read: ALL }, ...permissions],
    ...others,
  };
  // A container reads it as another user; the folder's mode excludes all others.
  await writeFile(join(dataDir, DEFINITIONS_FILE), JSON.stringify(all), { mode: 0o644 });
}
