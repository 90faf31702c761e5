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
  if (options.mock) throw new CommandError('--portal has services of its own: leave --mock or --portal out.');
  return { ...options, portal: parseAddress(values.portal) };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: cliOptions, allowPositionals: true });
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message} npm run dev knows --portal <address>, --mock and --fresh.`,
    );
  }
}

function assertNoServices({ services: [service] }: CommandOptions): void {
  if (service === undefined) return;
  throw new CommandError(
    `To work on ${service}, a portal of its own is started: leave --portal and --mock out.`,
  );
}

function parseAddress(text: string): URL {
  const address = URL.parse(text);
  if (address && /^https?:$/.test(address.protocol)) return address;
  throw new CommandError(`--portal needs an address such as http://localhost:8080, and ${text} is none.`);
}
