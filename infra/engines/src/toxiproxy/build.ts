import type { ProgressReporter } from '../engine.ts';
import { goInstall } from '../find/go.ts';
import { lastLine, run } from '../find/run.ts';

/** The newest that this Go can build: 2.12.0 needs Go 1.23, 2.8.0 builds with Debian 12's. */
const selectVersion = (goMinor: number): string => (goMinor >= 23 ? 'v2.12.0' : 'v2.8.0');

/**
 * Builds Toxiproxy's server from its module, as `cache/toxiproxy-server`.
 * @returns its path
 * @throws Error when Go does not start or the build fails
 */
export async function buildToxiproxy(
  go: string,
  { cache, env, report }: { cache: string; env: NodeJS.ProcessEnv; report: ProgressReporter },
): Promise<string> {
  const goVersion = await run(go, ['version'], { env, timeoutMs: 30_000 });
  const minor = /go1\.(\d+)/.exec(goVersion.stdout)?.[1];
  if (minor === undefined) throw new Error(`go version failed: ${lastLine(goVersion.output)}.`);
  return goInstall(go, {
    title: 'Toxiproxy',
    source: 'github.com/Shopify/toxiproxy/v2/cmd/server',
    version: selectVersion(Number(minor)),
    name: 'toxiproxy-server',
    cache,
    env,
    report,
  });
}
