import { readFile, writeFile } from 'node:fs/promises';
import { type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { components } from './components.ts';
import { PAGE, renderPage } from './page.ts';
import { RETENTION_PAGE, readRules, renderRetentionPage } from './retention-page.ts';

const commandLine: CommandLine<undefined> = {
  name: 'configuration',
  description: 'Writes docs/configuration.md and docs/privacy/retention.md from the sources.',
  examples: [''],
  define: (program, choose) => {
    program.action(() => choose(undefined));
  },
};

await runCommandLine(commandLine, async () => {
  await writeFile(PAGE, renderPage(await readFile(PAGE, 'utf8'), components));
  const retentionPage = await readFile(RETENTION_PAGE, 'utf8');
  await writeFile(RETENTION_PAGE, renderRetentionPage(retentionPage, await readRules()));
  console.log('docs/configuration.md, docs/privacy/retention.md');
  return 0;
});
