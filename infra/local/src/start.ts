import { type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { portalComponents } from './components.ts';
import { launch } from './launch.ts';
import { formatError } from './operator-command.ts';
import { listWorkspaces, readSettings } from './settings.ts';

interface Options {
  readonly fresh: boolean;
}

const commandLine: CommandLine<Options> = {
  name: 'npm start',
  description: 'Starts a portal on this machine until Ctrl-C. docs/configuration.md has its variables.',
  examples: ['', '--fresh'],
  define: (program, choose) => {
    program
      .option('--fresh', 'starts with an empty data folder', false)
      .action(({ fresh }) => choose({ fresh }));
  },
};

const remotes = listWorkspaces('mf');

await runCommandLine(
  commandLine,
  async ({ fresh }) => {
    const plan = {
      components: portalComponents(process.env),
      bundles: ['shell', 'hall-scanner', ...remotes],
      remotes,
    };
    await launch(plan, () => readSettings(process.env, fresh));
    return 0;
  },
  formatError,
);
