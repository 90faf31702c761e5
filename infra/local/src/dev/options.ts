import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';
import { listWorkspaces } from '../settings.ts';

/** Arguments of `npm run dev`. */
export interface CommandOptions {
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
