import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stages/stage.ts';
import { inspect, runDocker } from './docker.ts';

interface Package {
  readonly name: string;
  readonly version: string;
}

interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly Package[];
}

export interface Inventory {
  /** npm packages, each with its folder below /portal. */
  readonly packages: readonly (Package & { readonly path: string })[];
  /** Our own files, by their paths in the repository, each with its hash in hex. */
  readonly sources: readonly { readonly path: string; readonly sha256: string }[];
  readonly tests: readonly string[];
  readonly sbom: { readonly npm: Sbom; readonly system: Sbom };
  /** Files with settings or secrets of the build machine. */
  readonly settings: readonly string[];
}

interface ImageFacts {
  readonly Size: number;
  readonly Config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Cmd: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
  };
}

const ISOLATED_RUN = ['run', '--rm', '--network', 'none'];

async function inspectImage(image: string): Promise<ImageFacts> {
  const [facts] = await inspect<ImageFacts>('image', [image]);
  if (!facts) throw new Error(`no image ${image}`);
  return facts;
}

/** Reads the content of an image with the image's own Node. */
export async function readInventory(image: string): Promise<Inventory> {
  const script = `${join(ROOT, 'tests/containers/inventory.mjs')}:/inventory.mjs:ro`;
  const runArgs = [...ISOLATED_RUN, '--user', '0', '--volume', script];
  return JSON.parse(await runDocker([...runArgs, image, 'node', '/inventory.mjs']));
}

/** Starts an image's program without configuration, and counts the modules that Node finds compiled or not. */
export async function countCompiledModules(image: string): Promise<{ found: number; missing: number }> {
  const { Config } = await inspectImage(image);
  // Through a file: Node sets a pipe of its output to non-blocking, and loses lines while the reader is slower.
  const program = `${Config.Cmd.join(' ')} >/tmp/log 2>&1; cat /tmp/log`;
  const runArgs = [
    ...ISOLATED_RUN,
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--env',
    'NODE_DEBUG_NATIVE=COMPILE_CACHE',
  ];
  const log = await runDocker([...runArgs, image, 'sh', '-c', program]);
  // Counted by words, since threads write between the words of a line.
  const count = (words: string) => log.split(words).length - 1;
  const found = count('success, size=');
  return { found, missing: count('reading cache from') - found };
}

/** Lists the paths of sources that differ from the working copy's, from which the image was built. */
export async function findOutdatedSources({ sources }: Inventory): Promise<string[]> {
  const outdated = await Promise.all(
    sources.map(async ({ path, sha256 }) => {
      const own = await readFile(join(ROOT, path)).catch(() => '');
      return hash('sha256', own) === sha256 ? [] : [path];
    }),
  );
  return outdated.flat();
}

/** Inspects an image: megabytes, user, names of variables, labels. */
export async function readImageFacts(image: string) {
  const facts = await inspectImage(image);
  const { User: user, Env: env, Labels: labels } = facts.Config;
  return {
    megabytes: facts.Size / 1e6,
    user,
    variables: env.map((variable) => variable.split('=')[0]),
    labels,
  };
}

/** Folders of the production packages in the lock file. */
export async function listProductionPackages(): Promise<Set<string>> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return new Set(Object.keys(packages).filter((path) => packages[path]?.dev !== true));
}
