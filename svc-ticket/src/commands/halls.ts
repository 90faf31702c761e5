import { masterKeyVariables, openPersonalData } from '@archaka/privacy-kit';
import { loadExamination, runCommand } from '@archaka/service-kit';
import { config } from '../config.ts';
import { allotHalls } from '../features/allot-halls/allot-halls.ts';
import { AllotmentSummary } from '../features/allot-halls/allotment-report.ts';
import { toCommandError } from '../features/make-hall-pack/pack-folder.ts';
import { createRepositories } from '../persistence/repositories.ts';
import { commandLine } from './command-lines/halls.ts';

await runCommand({
  commandLine,
  service: 'ticket',
  config: config.pick({ MONGO_URL: true, EXAM_FILE: true }).extend(masterKeyVariables),
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
    const repositories = createRepositories(db, await openPersonalData('ticket', context));
    const deps = { db, examination, ...repositories };
    const summary = new AllotmentSummary(examination);
    try {
      await allotHalls(deps, { district, dryRun, out, onDistrict: (result) => summary.add(result) });
    } catch (error) {
      throw toCommandError(error, out);
    }
    for (const line of summary.toLines()) console.log(line);
    if (dryRun) console.log('This was a dry run: no seat was allotted.');
    console.log(`The report is in ${out}.`);
    return summary.isComplete() ? 0 : 1;
  },
});
