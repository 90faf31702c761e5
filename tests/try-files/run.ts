import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { advisePhotos, formatAdvice } from './advise-photos.ts';
import { formatReport } from './report.ts';
import { tryFiles } from './try-files.ts';

interface Options {
  readonly folder: string;
  readonly json: boolean;
  readonly advice: boolean;
}

const commandLine: CommandLine<Options> = {
  name: 'try-files',
  description:
    'Uploads nothing: inspects the PDFs and photos of a folder as svc-application would, and compares them.',
  examples: ['~/papers', '~/papers --json', '~/portraits --advice'],
  define: (program, choose) => {
    program
      .argument('<folder>', 'PDFs, JPEGs and PNGs, also in folders below it')
      .option('--json', 'prints the result of each file as JSON', false)
      .option('--advice', "counts the form's advice on photos, in a browser", false)
      .action((folder, { json, advice }) => choose({ folder, json, advice }));
  },
};

await runCommandLine(commandLine, async ({ folder, json, advice }) => {
  if (advice) {
    console.log(formatAdvice(await advisePhotos(folder)));
    return 0;
  }
  const results = await tryFiles(folder, (done, total) => process.stderr.write(`\r${done} of ${total}`));
  process.stderr.write('\n');
  console.log(json ? JSON.stringify(results, null, 2) : formatReport(results));
  return results.some(({ difference }) => difference !== undefined) ? exitCodes.failure : 0;
});
