import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, startChild } from '../child.ts';
import { run } from '../find/run.ts';
import { RABBIT_IMAGE } from '../images.ts';
import { DEFINITIONS_FILE } from './definitions.ts';
import type { NodeOptions } from './node.ts';

/** Runs the broker as a container that ends with this process; its data is a volume named after the data folder. */
export async function startContainer({
  docker,
  dataDir,
  port,
  log,
}: NodeOptions & { docker: string }): Promise<Child> {
  const name = `archaka-rabbit-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const runDocker = (...args: string[]) => run(docker, args, { env: process.env, timeoutMs: 60_000 });
  await runDocker('rm', '--force', name);
  const marker = join(dataDir, 'volume');
  if (!existsSync(marker)) await runDocker('volume', 'rm', '--force', name);
  await writeFile(marker, name);
  const child = await startChild({
    command: docker,
    args: [
      ...['run', '--rm', '--name', name, '--hostname', 'archaka', '--ulimit', 'nofile=8192:8192'],
      ...['--publish', `127.0.0.1:${port}:5672`, '--volume', `${name}:/var/lib/rabbitmq`],
      ...['--volume', `${join(dataDir, DEFINITIONS_FILE)}:/definitions.json:ro`],
      ...['--env', 'RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-rabbit load_definitions "/definitions.json"'],
      RABBIT_IMAGE,
    ],
    env: process.env,
    log,
    graceMs: 20_000,
  });
  const stop = async () => {
    await child.stop();
    await runDocker('rm', '--force', name);
  };
  const kill = () => {
    child.kill();
    runDocker('rm', '--force', name);
  };
  return { ...child, stop, kill };
}
