import { fileVariables, masterKeyVariables, openPersonalData } from '@archaka/privacy-kit';
import { CommandError, ExaminationRevisions, loadExamination, runCommand } from '@archaka/service-kit';
import { config } from '../config.ts';
import { findCentre } from '../features/make-hall-pack/candidate-list.ts';
import { makeHallPack, type Pack } from '../features/make-hall-pack/make-hall-pack.ts';
import { toCommandError } from '../features/make-hall-pack/pack-folder.ts';
import { KeyRing } from '../features/sign-ticket.ts';
import { createRepositories } from '../persistence/repositories.ts';
import { chooseChromium } from '../render/chromium.ts';
import { packPrinting, SheetRenderer } from '../render/renderer.ts';
import { commandLine } from './command-lines/hall-pack.ts';

const toFolderName = (year: string, centre: string): string =>
  `hall-pack-${year}-${centre.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}`;

function printSummary({ counts: { total, isWhole }, reusedSheets }: Pack, folder: string): void {
  if (reusedSheets > 0) console.log(`${reusedSheets} sheets are from an earlier run.`);
  console.log(`Paid ${total.paid}, ticketed ${total.ticketed}, listed ${total.listed}.`);
  console.log(isWhole ? 'The counts are equal.' : 'The counts differ: see the cover.');
  console.log(`The pack is in ${folder}.`);
}

await runCommand({
  commandLine,
  service: 'ticket',
  config: config
    .pick({
      MONGO_URL: true,
      EXAM_FILE: true,
      CHROMIUM_PATH: true,
      CHROMIUM_SANDBOX: true,
      NODE_ENV: true,
      TICKET_KEYS_SECRET: true,
    })
    .extend({ ...masterKeyVariables, ...fileVariables }),
  permission: () => 'hall-pack',
  audit: { action: 'command.hall-pack', describe: ({ options: { centre } }) => ({ detail: { centre } }) },
  run: async (context) => {
    const { db, config, options, log } = context;
    const examination = await loadExamination(config.EXAM_FILE);
    await new ExaminationRevisions(db).apply(examination);
    const year = examination.examine_year;
    if (options.exam !== undefined && options.exam !== year) {
      throw new CommandError(`This portal has the examination of ${year}, not of ${options.exam}.`);
    }
    const personal = await openPersonalData('ticket', context);
    const repositories = createRepositories(db, personal);
    const centre = findCentre(options.centre, await repositories.applications.listCentres(year));
    const out = options.out ?? toFolderName(year, centre.name);
    const renderer = await SheetRenderer.open({
      ...packPrinting,
      chromium: chooseChromium(config, log),
      log,
    });
    try {
      const keys = new KeyRing(repositories.ticketKeys, config);
      const pack = await makeHallPack({ db, examination, repositories, keys, renderer }, centre, out);
      printSummary(pack, out);
      return pack.counts.isWhole ? 0 : 1;
    } catch (error) {
      throw toCommandError(error, out);
    } finally {
      await renderer.close();
    }
  },
});
