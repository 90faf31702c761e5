import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../stages/stage.ts';

const runFile = promisify(execFile);

/** Runs the Docker client and returns its output. @throws Error with its message */
export async function runDocker(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  const { stdout } = await runFile('docker', args, options);
  return stdout.trim();
}

/** Inspects containers or images. */
export const inspect = async <Facts>(kind: 'container' | 'image', names: readonly string[]) =>
  JSON.parse(await runDocker([kind, 'inspect', ...names])) as Facts[];

/** The reason why the portal cannot run in containers here, as a sentence; undefined when it can. */
export async function findContainerError(): Promise<string | undefined> {
  const succeeds = (...args: string[]) =>
    runDocker(args).then(
      () => true,
      () => false,
    );
  if (!(await succeeds('version'))) return 'no Docker engine runs.';
  if (!(await succeeds('compose', 'version'))) return 'Docker Compose is missing.';
  if (!(await succeeds('image', 'inspect', 'archaka/shell')))
    return 'the images are missing (npm run images).';
  if (await hasChangedSince(await readRevision('archaka/shell')))
    return 'the images are older than the sources (npm run images).';
  return undefined;
}

const readRevision = (image: string) =>
  runDocker([
    'image',
    'inspect',
    '--format',
    '{{ index .Config.Labels "org.opencontainers.image.revision" }}',
    image,
  ]);

/** Paths that are not in images. */
const UNRELATED_PATHS = [
  '.ci',
  'docker-compose.yml',
  'infra/docker/build.sh',
  'infra/k8s',
  'docs',
  'tests',
  'bench',
  '*.md',
  '*.test.ts',
  '*.test.tsx',
  '**/test/**',
  '**/testing/**',
];

/** Whether the images' sources differ from those of a revision. */
function hasChangedSince(revision: string): Promise<boolean> {
  const sources = ['.', ...UNRELATED_PATHS.map((path) => `:(exclude)${path}`)];
  return runFile('git', ['diff', '--quiet', revision, '--', ...sources], { cwd: ROOT }).then(
    () => false,
    () => true,
  );
}
