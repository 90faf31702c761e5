import { join } from 'node:path';
import { type Component, type Plan, portalComponents } from '../components.ts';
import { listWorkspaces, readSettings, root, type Settings } from '../settings.ts';
import type { CommandOptions } from './options.ts';

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
const createDevProxyComponent = (remotes: readonly string[]): Component => ({
  name: 'dev',
  offset: devProxyOffset,
  main: devProxyMain,
  heap: 512,
  printsToTerminal: true,
  inheritedEnv: [],
  env: ({ port, origin }) => createDevProxyEnv({ url: `http://127.0.0.1:${port}`, origin, remotes }),
});

/** A portal with parts under development; the others are as with `npm start`, or mocked. */
export function createDevPlan(
  { remotes, services, page, mock }: CommandOptions,
  env: NodeJS.ProcessEnv,
): Plan {
  const others = listWorkspaces('mf').filter((name) => !remotes.includes(name));
  const components = mock ? omitProvider(portalComponents(env)).map(toMockComponent) : portalComponents(env);
  return {
    components: [
      ...components.map((component) =>
        services.includes(component.name)
          ? { ...component, watched: true, printsToTerminal: true }
          : component,
      ),
      ...(page ? [createDevProxyComponent(remotes)] : []),
    ],
    bundles: ['shell', ...(mock ? [] : ['hall-scanner']), ...others],
    remotes: others,
    withoutStores: mock,
  };
}

/** The page is then at the proxy's address, and redirects to the portal use it. */
export function createDevSettings({ page, mock, fresh }: CommandOptions, env: NodeJS.ProcessEnv): Settings {
  const effectiveEnv = mock ? { DATA_DIR: '.cache/dev/mock', ...env } : env;
  const settings = readSettings(effectiveEnv, fresh);
  return page ? { ...settings, origin: `http://localhost:${settings.port + devProxyOffset}` } : settings;
}

const omitProvider = (components: Component[]): Component[] =>
  components.filter(({ name }) => name !== 'razorpay-sim');

/** A mocked service: another program at its port. */
function toMockComponent(component: Component): Component {
  if (!component.name.startsWith('svc-')) return component;
  const { name, offset } = component;
  return {
    name,
    offset,
    main: 'infra/local/dev/mock/start-mock.ts',
    heap: 96,
    inheritedEnv: [],
    env: ({ origin, env }) => ({
      SERVICE: name.replace('svc-', ''),
      PORTAL_ORIGIN: origin,
      EXAM_FILE: env.EXAM_FILE || join(root, 'exams/2024.json'),
    }),
  };
}
