import { parseArgs } from 'node:util';
import { CommandError } from '@archaka/operators';
import { listWorkspaces } from '../workspaces.ts';

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

const cliOptions = {
  portal: { type: 'string' },
  mock: { type: 'boolean' },
  fresh: { type: 'boolean' },
} as const;

/** @throws CommandError */
export function parseOptions(args: string[]): CommandOptions {
  const { values, positionals: names } = parse(args);
  const [remotes, services] = (['mf', 'svc'] as const).map(listWorkspaces) as [string[], string[]];
  const known = ['shell', ...remotes, ...services];
  const unknown = names.find((name) => !known.includes(name));
  if (names.length === 0 || unknown !== undefined) {
    throw new CommandError(
      `Name the slices to work on${unknown ? `, not ${unknown}` : ''}: ${known.join(', ')}.`,
    );
  }
  const options = {
    remotes: remotes.filter((name) => names.includes(name)),
    services: services.filter((name) => names.includes(name)),
    page: names.some((name) => !services.includes(name)),
    mock: values.mock ?? false,
    fresh: values.fresh ?? false,
  };
  if (values.portal !== undefined || options.mock) assertNoServices(options);
  if (values.portal === undefined) return options;
  if (options.mock) throw new CommandError('--portal names a portal with services: omit --mock or --portal.');
  return { ...options, portal: parseAddress(values.portal) };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: cliOptions, allowPositionals: true });
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message} npm run dev accepts --portal <address>, --mock and --fresh.`,
    );
  }
}

function assertNoServices({ services: [service] }: CommandOptions): void {
  if (service === undefined) return;
  throw new CommandError(`For ${service}, dev mode starts its own portal: omit --portal and --mock.`);
}

function parseAddress(text: string): URL {
  const address = URL.parse(text);
  if (address && /^https?:$/.test(address.protocol)) return address;
  throw new CommandError(`--portal needs an address such as http://localhost:8080, not ${text}.`);
}
