import { type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { portalComponents } from './components.ts';
import { prepareDemo, seedDemo } from './demo.ts';
import { launch } from './launch.ts';
import { formatError } from './operator-command.ts';
import { listWorkspaces, readSettings } from './settings.ts';

interface Options {
  readonly fresh: boolean;
  readonly demo: boolean;
}

const commandLine: CommandLine<Options> = {
  name: 'npm start',
  description: 'Starts a portal on this machine until Ctrl-C. docs/configuration.md has its variables.',
  examples: ['', '--fresh', '--fresh --demo'],
  define: (program, choose) => {
    program
      .option('--fresh', 'starts with an empty data folder', false)
      .option('--demo', 'with scrutiny and halls, and 2,000 fictitious people in all states', false)
      .action(choose);
  },
};

const remotes = listWorkspaces('mf');

await runCommandLine(
  commandLine,
  async ({ fresh, demo }) => {
    const env = demo ? await prepareDemo(process.env) : process.env;
    const plan = {
      components: portalComponents(env),
      bundles: ['shell', 'hall-scanner', ...remotes],
      remotes,
    };
    await launch(plan, () => readSettings(env, fresh), demo ? seedDemo : undefined);
    return 0;
  },
  formatError,
);
