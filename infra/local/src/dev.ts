import { join } from 'node:path';
import { CommandError, runCommandLine } from '@archaka/service-kit/command-line';
import { execProgram } from '../bootstrap/exec.mjs';
import {
  commandLine,
  createDevPlan,
  createDevProxyEnv,
  createDevSettings,
  devProxyMain,
  devProxyOffset,
} from './dev/plan.ts';
import { launch } from './launch.ts';
import { formatError } from './operator-command.ts';
import { readSettings, root } from './settings.ts';

const timeoutMs = 5000;

/** @throws CommandError when no portal responds there */
async function assertPortalReachable(portal: URL): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(new URL('/slices.json', portal), {
    headers: { 'accept-encoding': 'gzip' },
    signal,
  }).catch(() => undefined);
  if (response?.ok) return;
  throw new CommandError(`No portal responds at ${portal.origin}: start one (npm start), or omit --portal.`);
}

/** Runs the proxy of a portal that runs already. */
function attachToPortal(portal: URL, remotes: readonly string[]): void {
  const { port } = readSettings(process.env);
  const proxyEnv = createDevProxyEnv({ url: portal.origin, origin: portal.origin, remotes });
  Object.assign(process.env, proxyEnv, { PORT: String(port + devProxyOffset) });
  execProgram(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, devProxyMain)]);
}

await runCommandLine(
  commandLine,
  async (options) => {
    if (options.portal) {
      await assertPortalReachable(options.portal);
      attachToPortal(options.portal, options.remotes);
    } else {
      const settings = createDevSettings(options, process.env);
      await launch(createDevPlan(options, process.env), () => settings);
    }
    return 0;
  },
  formatError,
);
