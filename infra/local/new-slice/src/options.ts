import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';

/** The new slice. */
export interface NewSlice {
  readonly kind: 'remote' | 'service';
  /** Its folder and package: `mf-receipts`, `svc-certificate`. */
  readonly folder: string;
  /** One word: `receipts`. */
  readonly name: string;
  /** The owning team, as in CODEOWNERS. */
  readonly team: string;
}

function parseFolder(folder: string): Omit<NewSlice, 'team'> {
  const [, kind, name = ''] = /^(mf|svc)-([a-z]{2,20})$/.exec(folder) ?? [];
  if (kind === undefined)
    throw new CommandError(
      'a remote is called mf-receipts, a service svc-certificate: one word after the hyphen',
    );
  return { kind: kind === 'mf' ? 'remote' : 'service', folder, name };
}

function parseTeam(team: string): string {
  if (/^[a-z][a-z-]*$/.test(team)) return team;
  throw new CommandError(`${team} is not a valid team name`);
}

export const commandLine: CommandLine<NewSlice> = {
  name: 'new-slice',
  description: 'Creates a remote or a service, with its registrations.',
  examples: ['mf-receipts --team payments', 'svc-certificate'],
  define: (program, choose) => {
    program
      .argument(
        '<slice>',
        'mf-… for a remote, svc-… for a service, then one word of lower-case letters',
        parseFolder,
      )
      .option('--team <name>', 'responsible team; by default the word of the slice', parseTeam)
      .action((slice, { team }) => choose({ ...slice, team: `@archaka/${team ?? slice.name}` }));
  },
};
