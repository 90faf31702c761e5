import type { CommandLine } from '@archaka/service-kit/command-line';
import { buildChanged } from './front-end/build.ts';
import { runLauncherCommand } from './operator-command.ts';
import { root } from './settings.ts';

const commandLine: CommandLine<string[]> = {
  name: 'build',
  description:
    'Builds the bundles of workspaces whose sources have changed since the last build, as npm start does.',
  examples: ['shell'],
  define: (program, choose) => {
    program
      .argument('<workspaces...>', 'shell, hall-scanner or remotes')
      .action((workspaces) => choose(workspaces));
  },
};

await runLauncherCommand(commandLine, async ({ options: workspaces }) => {
  const { signal } = new AbortController();
  await buildChanged(workspaces, { rootFolder: root, signal, report: console.log });
  return 0;
});
