import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SearchOptions } from '../engine.ts';
import { aptInstall, hasApt } from '../install/packages.ts';
import { findOnPath, isExecutable, reportToStderr, run, tryInOrder } from '../install/tools.ts';

/** A RabbitMQ on this machine, or Docker to run its container. */
export type RabbitServer = { by: 'process'; server: string } | { by: 'container'; docker: string };

const manualInstructions =
  'Install RabbitMQ so that rabbitmq-server is on the PATH (Debian: apt-get install rabbitmq-server), start Docker, or set AMQP_URL.';

/**
 * A RabbitMQ that `startRabbit` can start: on the PATH, by apt-get as root on Debian or Ubuntu, a container when
 * Docker answers.
 * @throws EngineMissing
 */
export function findOrInstallRabbit({
  env = process.env,
  report = reportToStderr,
}: SearchOptions = {}): Promise<RabbitServer> {
  return tryInOrder<RabbitServer>(
    [
      async () => findInstalled(env),
      async () => {
        if (!hasApt(env)) return undefined;
        await aptInstall('rabbitmq-server', { env, report });
        return findInstalled(env);
      },
      () => findDocker(env),
    ],
    { report, manualInstructions },
  );
}

function findInstalled(env: NodeJS.ProcessEnv): RabbitServer | undefined {
  const found = findOnPath(['rabbitmq-server'], env);
  const server = found === undefined ? debianServer : resolveWrapper(realpathSync(found));
  return isExecutable(server) ? { by: 'process', server } : undefined;
}

/** The server's path in Debian's package; an unprivileged user's PATH lacks the folder of its wrapper. */
const debianServer = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** Debian's wrapper runs the server as the system's own node, only for root or the rabbitmq user. */
function resolveWrapper(found: string): string {
  return found.endsWith('/rabbitmq-script-wrapper') ? join(dirname(found), 'rabbitmq-server') : found;
}

async function findDocker(env: NodeJS.ProcessEnv): Promise<RabbitServer | undefined> {
  const docker = findOnPath(['docker'], env);
  if (docker === undefined) return undefined;
  const { ok } = await run(docker, ['version', '--format', '{{.Server.Version}}'], {
    env,
    timeoutMs: 10_000,
  });
  return ok ? { by: 'container', docker } : undefined;
}
