import { CommandError, type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { startPortal } from '@archaka/test-kit';
import { createFuzzApplicant, fuzzApi } from './fuzz-api.ts';
import { fuzzParsers } from './parsers/fuzz-parser.ts';

type Options =
  | { readonly kind: 'portal'; readonly seed: number }
  | { readonly kind: 'parsers'; readonly names: string[]; readonly seconds: number };

function parseSeed(text: string): number {
  if (Number.isSafeInteger(Number(text))) return Number(text);
  throw new CommandError('--seed is a whole number');
}

function parseDuration(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new CommandError('--minutes is a number above 0');
}

const commandLine: CommandLine<Options> = {
  name: 'fuzz',
  description: 'Sends generated values and searches for faults. Exit code 1: findings.',
  examples: ['', 'portal --seed 7', 'parsers --minutes 2'],
  define: (program, choose) => {
    program
      .command('portal', { isDefault: true })
      .description('the default: every documented address for applicants and visitors')
      .option('--seed <number>', 'repeats the values of an earlier run', parseSeed)
      .action(({ seed }) => choose({ kind: 'portal', seed: seed ?? Math.floor(Math.random() * 2 ** 31) }));
    program
      .command('parsers')
      .description('every parser of untrusted bytes')
      .argument('[names...]', 'parsers instead of all')
      .option('--minutes <number>', 'time for each parser', parseDuration, 10)
      .action((names, { minutes }) => choose({ kind: 'parsers', names, seconds: 60 * minutes }));
  },
};

/** Fuzzes a new portal. @returns whether every response was as documented */
async function fuzzPortal(seed: number): Promise<boolean> {
  const portal = await startPortal();
  try {
    const { session, known } = await createFuzzApplicant(portal.origin);
    const isConformant = await fuzzApi({
      origin: portal.origin,
      cookie: session.cookie(),
      knownValues: known,
      seed,
      phases: 'coverage,fuzzing',
      examples: 100,
      printOutput: (text) => void process.stdout.write(text),
    });
    console.log(
      `${isConformant ? 'Every response was as documented' : 'Some responses were not as documented'}; seed ${seed}`,
    );
    return isConformant;
  } finally {
    await portal.stop();
  }
}

await runCommandLine(commandLine, async (options) => {
  const passed =
    options.kind === 'parsers'
      ? await fuzzParsers({ ...options, report: console.log })
      : await fuzzPortal(options.seed);
  process.exit(passed ? 0 : 1);
});
