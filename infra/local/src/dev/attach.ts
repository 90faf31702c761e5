import { join } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import { execProgram } from '../../bootstrap/exec.mjs';
import { readSettings, root } from '../settings.ts';
import { createDevProxyEnv, devProxyMain, devProxyOffset } from './dev-proxy.ts';

const timeoutMs = 5000;

/** @throws CommandError when no portal responds there */
export async function assertPortalReachable(portal: URL): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(new URL('/slices.json', portal), {
    headers: { 'accept-encoding': 'gzip' },
    signal,
  }).catch(() => undefined);
  if (response?.ok) return;
  throw new CommandError(`No portal responds at ${portal.origin}: start one (npm start), or omit --portal.`);
}

/** Runs the proxy of a portal that runs already. */
export function attachToPortal(portal: URL, remotes: readonly string[]): void {
  const { port } = readSettings(process.env);
  const proxyEnv = createDevProxyEnv({ url: portal.origin, origin: portal.origin, remotes });
  Object.assign(process.env, proxyEnv, { PORT: String(port + devProxyOffset) });
  execProgram(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, devProxyMain)]);
}
