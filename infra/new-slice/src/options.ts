import { parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';

/** The new slice. */
export interface CommandOptions {
  readonly kind: 'remote' | 'service';
  /** Its folder and package: `mf-receipts`, `svc-certificate`. */
  readonly folder: string;
  /** One word: `receipts`. */
  readonly name: string;
  /** The owning team, as in CODEOWNERS. */
  readonly team: string;
}

const usage =
  'Usage: npm run new-slice -- mf-receipts [--team <team>] for a remote, -- svc-certificate for a service: one word of lower-case letters; --team names the responsible team.';

/** @throws CommandError */
export function parseOptions(args: string[]): CommandOptions {
  const { values, positionals } = parse(args);
  const [, kind, name = ''] = /^(mf|svc)-([a-z]{2,20})$/.exec(positionals[0] ?? '') ?? [];
  if (kind === undefined || positionals.length > 1) throw new CommandError(usage);
  const team = values.team ?? name;
  if (!/^[a-z][a-z-]*$/.test(team)) throw new CommandError(`${team} is not a valid team name. ${usage}`);
  return {
    kind: kind === 'mf' ? 'remote' : 'service',
    folder: `${kind}-${name}`,
    name,
    team: `@archaka/${team}`,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { team: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message} ${usage}`);
  }
}
