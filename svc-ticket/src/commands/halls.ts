/**
 * Usage: `npm run halls -- allot [--dry-run] [--district Tirupati] [--out <folder>]`.
 * Exit code 0: every paid candidate has a seat, 1: a candidate has none, or a seat has a remark, 2: failure.
 */
import { parseArgs } from 'node:util';
import {
  CommandError,
  loadExamination,
  masterKeyVariables,
  openPersonalData,
  runCommand,
} from '@archaka/service-kit';
import { config } from '../config.ts';
import { allotHalls } from '../features/allot-halls/allot-halls.ts';
import { createAllotmentSummary } from '../features/allot-halls/allotment-summary.ts';
import { toCommandError } from '../features/make-hall-pack/to-command-error.ts';
import { createAllotmentRepository } from '../persistence/allotment-repository.ts';
import { createApplicationRepository } from '../persistence/application-repository.ts';
import { createTicketJobRepository } from '../persistence/ticket-job-repository.ts';

const USAGE =
  "Usage: npm run halls -- allot [--dry-run] [--district <a centre district's name in English or Telugu>] [--out <folder>].";

interface HallsOptions {
  readonly district: string | undefined;
  readonly dryRun: boolean;
  readonly out: string | undefined;
}

function parseValues(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { district: text, out: text, 'dry-run': { type: 'boolean' } } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch {
    throw new CommandError(USAGE);
  }
}

function parseOptions(args: string[]): HallsOptions {
  const { positionals, values } = parseValues(args);
  const { district, out, 'dry-run': dryRun = false } = values;
  if (positionals.join() !== 'allot' || district?.trim() === '' || out === '') throw new CommandError(USAGE);
  return { district, dryRun, out };
}

await runCommand({
  name: 'halls',
  service: 'ticket',
  config: config.pick({ MONGO_URL: true, EXAM_FILE: true }).extend(masterKeyVariables),
  parseOptions,
  permission: () => 'halls',
  audit: {
    action: 'command.halls',
    describe: ({ options: { district, dryRun } }) => ({
      detail: { what: 'allot', dry_run: dryRun, district: district ?? 'all' },
    }),
  },
  run: async (context) => {
    const { db, config, options } = context;
    const examination = await loadExamination(config.EXAM_FILE);
    const { district, dryRun } = options;
    const out = options.out ?? `allotment-${examination.examine_year}${dryRun ? '-dry-run' : ''}`;
    const deps = {
      db,
      examination,
      allotments: createAllotmentRepository(db),
      applications: createApplicationRepository(db, await openPersonalData('ticket', context)),
      jobs: createTicketJobRepository(db),
    };
    const summary = createAllotmentSummary(examination);
    try {
      await allotHalls(deps, { district, dryRun, out, onDistrict: summary.add });
    } catch (error) {
      throw toCommandError(error, out);
    }
    for (const line of summary.toLines()) console.log(line);
    if (dryRun) console.log('This was a dry run: no seat was allotted.');
    console.log(`The report is in ${out}.`);
    return summary.isComplete() ? 0 : 1;
  },
});
