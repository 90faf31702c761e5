import { parseArgs } from 'node:util';
import { CommandError } from '@archaka/command-line';
import { sliceName } from '../build/slice-build.ts';

export const USAGE = `Usage:
  slice build <name>
  slice publish <name> [--dist <folder>]
  slice deploy <name> [<version>] [--dist <folder>] [--by <who>]
  slice canary <name> [<version>] --share <percent> [--dist <folder>] [--by <who>]
  slice promote <name> [--by <who>]
  slice rollback <name> [--by <who>]
  slice list [<name>] [--log]
  slice verify [<name>]
  slice sign
  slice keys make <file> [--slices <name>,<name>]
  slice keys trust <file>
  slice keys list
  slice check-shell <folder of the built shell>`;

export interface CommandOptions {
  readonly verb: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly dist: string | undefined;
  readonly by: string | undefined;
  readonly share: string | undefined;
  readonly slices: string | undefined;
  readonly log: boolean;
}

/** @throws CommandError with the usage */
export function parseOptions(args: string[]): CommandOptions {
  const text = { type: 'string' } as const;
  const options = {
    dist: text,
    by: text,
    share: text,
    slices: text,
    log: { type: 'boolean', default: false },
  } as const;
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [verb = '', name, version, ...more] = positionals;
    if (more.length > 0) throw new CommandError(USAGE);
    const { dist, by, share, slices, log } = values;
    return { verb, name, version, dist, by, share, slices, log };
  } catch {
    throw new CommandError(USAGE);
  }
}

/** @throws CommandError without a slice */
export function getSliceName({ name }: CommandOptions): string {
  if (!name) throw new CommandError(USAGE);
  if (!sliceName.test(name))
    throw new CommandError(`'${name}' is not the name of a slice: these begin with mf-.`);
  return name;
}

export function getShare({ share }: CommandOptions): number {
  const percent = Number(share);
  if (Number.isInteger(percent) && percent >= 1 && percent <= 99) return percent;
  throw new CommandError('--share is the percentage of the users that get the canary, from 1 to 99.');
}
