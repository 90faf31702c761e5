import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { advisePhotos, formatAdvice } from './advise-photos.ts';
import { type TriedFile, tryFiles } from './try-files.ts';

const MEGABYTE = 1024 * 1024;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const toMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

function countReasons(files: readonly TriedFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { refused } of files) if (refused) counts.set(refused, (counts.get(refused) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `  ${count}  ${reason}`);
}

function describeKind(name: string, files: readonly TriedFile[]): string[] {
  const accepted = files.filter(({ refused }) => refused === undefined);
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  return [
    `${name}: ${accepted.length} of ${files.length} accepted; refused:`,
    ...countReasons(files),
    `  ${sum(accepted.map(({ compared = 0 }) => compared))} compared, ${accepted.filter(({ compared }) => compared === 0).length} files not, since the other reader does not open them`,
    ...accepted.flatMap(({ file, difference }) => (difference ? [`  differs: ${file}: ${difference}`] : [])),
    `  ${toMegabytes(sum(accepted.map(({ bytes }) => bytes)))} became ${toMegabytes(sum(accepted.map(({ stored = 0 }) => stored)))}`,
    ...slowest.map(({ file, ms }) => `  ${ms} ms  ${file}`),
  ];
}

function formatReport(files: readonly TriedFile[]): string {
  const papers = files.filter(({ kind }) => kind === 'paper');
  const photos = files.filter(({ kind }) => kind === 'photo');
  const memory = Math.max(...files.map((file) => file.memory));
  return [
    ...(papers.length > 0 ? describeKind('PDFs', papers) : []),
    ...(photos.length > 0 ? describeKind('Photos', photos) : []),
    `Largest memory of the decoder: ${toMegabytes(memory)}`,
  ].join('\n');
}

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
