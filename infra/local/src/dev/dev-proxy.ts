import { join } from 'node:path';
import type { Component } from '../plan.ts';
import { root } from '../settings.ts';

/** The proxy of dev mode; see `infra/local/dev`. */
export const devProxyMain = 'infra/local/dev/main.ts';
/** Its port is the portal's plus this. */
export const devProxyOffset = 20;

interface DevProxyOptions {
  /** The portal's address. */
  readonly url: string;
  /** The public origin that its services accept. */
  readonly origin: string;
  readonly remotes: readonly string[];
}

export const createDevProxyEnv = ({ url, origin, remotes }: DevProxyOptions): Record<string, string> => ({
  PORTAL_URL: url,
  PORTAL_ORIGIN: origin,
  SLICES: JSON.stringify(remotes.map((name) => join(root, name))),
  SHELL_SOURCES: join(root, 'shell'),
  BUILDS: join(root, '.cache/dev'),
});

/** The proxy of a portal that is started with it. */
export const createDevProxyComponent = (remotes: readonly string[]): Component => ({
  name: 'dev',
  offset: devProxyOffset,
  main: devProxyMain,
  heap: 512,
  printsToTerminal: true,
  inheritedEnv: [],
  env: ({ port, origin }) => createDevProxyEnv({ url: `http://127.0.0.1:${port}`, origin, remotes }),
});
