import { ConfigurationError, type Log } from '@archaka/service-kit';
import type { Config } from '../config.ts';

export interface Chromium {
  readonly path: string;
  readonly sandboxed: boolean;
}

/** Chromium cannot use its sandbox as root. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Disables the sandbox only on the operator's request, or for root outside production. @throws ConfigurationError */
export function chooseChromium(
  config: Pick<Config, 'CHROMIUM_PATH' | 'CHROMIUM_SANDBOX' | 'NODE_ENV'>,
  log: Log,
  asRoot = isRoot(),
): Chromium {
  const { CHROMIUM_PATH: path, CHROMIUM_SANDBOX: sandbox, NODE_ENV } = config;
  if (sandbox === 'on' && !asRoot) return { path, sandboxed: true };
  if (sandbox === 'on' && NODE_ENV === 'production') {
    throw new ConfigurationError(
      'CHROMIUM_SANDBOX: root cannot run Chromium in its sandbox; run svc-ticket as another user, or set it to off',
    );
  }
  const reason = sandbox === 'off' ? 'CHROMIUM_SANDBOX is off' : 'Chromium cannot use its sandbox as root';
  log.warn({ reason }, 'Chromium runs without its sandbox');
  return { path, sandboxed: false };
}
