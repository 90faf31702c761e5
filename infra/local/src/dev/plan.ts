import { join } from 'node:path';
import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';
import { type Component, type Plan, portalComponents } from '../components.ts';
import { listWorkspaces, readSettings, root, type Settings } from '../settings.ts';

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

/** Arguments of `npm run dev`. */
interface CommandOptions {
  /** Remotes under development. */
  readonly remotes: readonly string[];
  /** Services under development. */
  readonly services: readonly string[];
  /** Whether the shell or a remote is under development. */
  readonly page: boolean;
  /** The address of a running portal, in place of a new one. */
  readonly portal?: URL;
  /** Uses services mocked from the contracts. */
  readonly mock: boolean;
  readonly fresh: boolean;
}

interface GivenOptions {
  readonly portal?: URL | undefined;
  readonly mock: boolean;
  readonly fresh: boolean;
}

export const commandLine: CommandLine<CommandOptions> = {
  name: 'dev',
  description: 'Starts a portal that shows each change of the named slices at once.',
  examples: ['mf-history', 'mf-history --mock', 'mf-history --portal http://localhost:8080', 'svc-payment'],
  define: (program, choose) => {
    program
      .argument('<slices...>', 'shell, remotes and services to work on')
      .option('--portal <address>', 'uses a running portal instead of a new one', parseAddress)
      .option('--mock', 'uses services mocked from the contracts', false)
      .option('--fresh', 'starts with an empty data folder', false)
      .action((names, options) => choose(toOptions(names, options)));
  },
};

/** @throws CommandError */
function toOptions(names: readonly string[], { portal, mock, fresh }: GivenOptions): CommandOptions {
  const [remotes, services] = (['mf', 'svc'] as const).map(listWorkspaces) as [string[], string[]];
  const known = ['shell', ...remotes, ...services];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CommandError(`Name the slices to work on, not ${unknown}: ${known.join(', ')}.`);
  const options = {
    remotes: remotes.filter((name) => names.includes(name)),
    services: services.filter((name) => names.includes(name)),
    page: names.some((name) => !services.includes(name)),
    mock,
    fresh,
  };
  if (portal !== undefined || mock) assertNoServices(options);
  if (portal === undefined) return options;
  if (mock) throw new CommandError('--portal names a portal with services: omit --mock or --portal.');
  return { ...options, portal };
}

function assertNoServices({ services: [service] }: Pick<CommandOptions, 'services'>): void {
  if (service === undefined) return;
  throw new CommandError(`For ${service}, dev mode starts its own portal: omit --portal and --mock.`);
}

function parseAddress(text: string): URL {
  const address = URL.parse(text);
  if (address && /^https?:$/.test(address.protocol)) return address;
  throw new CommandError(`--portal needs an address such as http://localhost:8080, not ${text}.`);
}
