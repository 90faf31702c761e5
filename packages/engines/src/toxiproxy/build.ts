import { join } from 'node:path';
import type { Tell } from '../engine.ts';
import { keepWhole } from '../find/cache.ts';
import { lastLine, run } from '../find/run.ts';

const patienceMs = 300_000;

/** The newest that this Go can build: what 2.12.0 needs began with Go 1.23, 2.8.0 is content with Debian 12's. */
const versionFor = (goMinor: number): string => (goMinor >= 23 ? 'v2.12.0' : 'v2.8.0');

/**
 * Builds Toxiproxy's server from its module, kept as `cache/toxiproxy-server`.
 * @returns its path
 * @throws Error when Go does not start or the build fails
 */
export async function buildToxiproxy({
  go,
  cache,
  env,
  tell,
}: {
  go: string;
  cache: string;
  env: NodeJS.ProcessEnv;
  tell: Tell;
}): Promise<string> {
  const said = await run(go, ['version'], { env, timeoutMs: 30_000 });
  const minor = /go1\.(\d+)/.exec(said.stdout)?.[1];
  if (minor === undefined) throw new Error(`go version failed: ${lastLine(said.output)}.`);
  const server = `github.com/Shopify/toxiproxy/v2/cmd/server@${versionFor(Number(minor))}`;
  tell(`Building Toxiproxy (go install ${server}) …`);
  return keepWhole(cache, 'toxiproxy-server', async (folder) => {
    const building = { ...env, GOBIN: folder, CGO_ENABLED: '0' };
    const built = await run(go, ['install', server], { env: building, timeoutMs: patienceMs });
    if (!built.ok) throw new Error(`go install of Toxiproxy failed: ${lastLine(built.output)}.`);
    return join(folder, 'server');
  });
}
