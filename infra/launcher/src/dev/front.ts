import { join } from 'node:path';
import type { Part } from '../plan.ts';
import { root } from '../settings.ts';

/** What stands before the portal in dev mode; `infra/dev` has more. */
export const frontMain = 'infra/dev/src/main.ts';
/** Its port is the portal's and this. */
export const frontOffset = 20;

interface Front {
  /** Where the portal answers. */
  readonly url: string;
  /** Where its services believe it to be. */
  readonly origin: string;
  readonly remotes: readonly string[];
}

export const frontEnvironment = ({ url, origin, remotes }: Front): Record<string, string> => ({
  PORTAL_URL: url,
  PORTAL_ORIGIN: origin,
  SLICES: JSON.stringify(remotes.map((name) => join(root, name))),
  SHELL_SOURCES: join(root, 'shell'),
  BUILDS: join(root, '.cache/dev'),
});

/** The front before a portal that is started with it. */
export const frontPart = (remotes: readonly string[]): Part => ({
  name: 'dev',
  offset: frontOffset,
  main: frontMain,
  heap: 512,
  shown: true,
  takes: [],
  env: ({ port, origin }) => frontEnvironment({ url: `http://127.0.0.1:${port}`, origin, remotes }),
});
