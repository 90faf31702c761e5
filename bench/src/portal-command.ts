import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Portal } from '@archaka/test-kit';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run <name> -- <args>` beside the portal. `ended`: its exit code. */
export function startPortalCommand(
  { dataDir }: Portal,
  name: string,
  args: readonly string[] = [],
  output: 'inherit' | 'ignore' = 'inherit',
) {
  const child = spawn(
    process.execPath,
    ['infra/launcher/bootstrap.mjs', name, ...args, '--why', 'a measurement'],
    {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', output, 'inherit'],
      // Its own process group, so that its descendants are killed with it.
      detached: true,
    },
  );
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { ended, kill: () => process.kill(-(child.pid ?? 0), 'SIGKILL') };
}

/** @throws Error when it does not end with 0 */
export async function runPortalCommand(
  portal: Portal,
  name: string,
  args?: readonly string[],
): Promise<void> {
  const code = await startPortalCommand(portal, name, args).ended;
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}`);
}
