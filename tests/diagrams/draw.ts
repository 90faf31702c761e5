import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { ROOT } from '../stages/stage.ts';
import { diagrams } from './diagrams.ts';
import { renderPage } from './state-diagram.ts';

const commandLine: CommandLine<undefined> = {
  name: 'diagrams',
  description: 'Draws the diagrams of the states in docs/diagrams.',
  examples: [''],
  define: (program, choose) => {
    program.action(() => choose(undefined));
  },
};

await runCommandLine(commandLine, async () => {
  const folder = join(ROOT, 'docs/diagrams');
  await mkdir(folder, { recursive: true });
  for (const diagram of diagrams) {
    await writeFile(join(folder, diagram.file), renderPage(diagram));
    console.log(`docs/diagrams/${diagram.file}`);
  }
  return 0;
});
