import { readFile, writeFile } from 'node:fs/promises';
import { type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { components } from './components.ts';
import { PAGE, renderPage } from './page.ts';

const commandLine: CommandLine<undefined> = {
  name: 'configuration',
  description: 'Writes docs/configuration.md from the sources.',
  examples: [''],
  define: (program, choose) => {
    program.action(() => choose(undefined));
  },
};

await runCommandLine(commandLine, async () => {
  await writeFile(PAGE, renderPage(await readFile(PAGE, 'utf8'), components));
  console.log('docs/configuration.md');
  return 0;
});
