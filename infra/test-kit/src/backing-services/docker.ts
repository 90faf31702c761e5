import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MONGO_IMAGE, RABBIT_IMAGE } from '@archaka/engines';

const run = promisify(execFile);

const REAPER_IMAGE = 'testcontainers/ryuk:0.14.0';

/** Why the stores cannot run as containers, as a sentence; undefined if they can. */
export async function findContainerError(): Promise<string | undefined> {
  if (!(await runDocker(10_000, 'version'))) return 'no Docker engine runs.';
  for (const image of [MONGO_IMAGE, RABBIT_IMAGE]) {
    if (!(await isAvailable(image)))
      return `a Docker engine runs, but the image ${image} is missing (npm run images).`;
  }
  return undefined;
}

/** Enables testcontainers' reaper, which cleans up after a killed run, if its image is available. */
export async function chooseReaper(): Promise<void> {
  process.env.RYUK_CONTAINER_IMAGE ??= REAPER_IMAGE;
  if (!(await isAvailable(process.env.RYUK_CONTAINER_IMAGE)))
    process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
}

const isAvailable = async (image: string) =>
  (await runDocker(10_000, 'image', 'inspect', image)) ||
  (await runDocker(180_000, 'pull', '--quiet', image));

/** Whether the Docker client succeeds with these arguments. */
const runDocker = (timeout: number, ...args: string[]): Promise<boolean> =>
  run('docker', args, { timeout }).then(
    () => true,
    () => false,
  );
