/**
 * Makes what an examination centre needs on paper: all its tickets, the photo roll, the attendance sheet, a list,
 * and a cover that proves the counts; changes nothing.
 *
 *     npm run hall-pack -- --centre Tirupati [--exam 2024] [--out <folder>]
 *
 * Run again after it was interrupted, it goes on. Exit code 0: paid = ticketed = listed, 1: the counts differ,
 * 2: it could not be done.
 */
import { parseArgs } from 'node:util';
import { CannotRun, loadExamination, runCommand } from '@archaka/service-kit';
import { config } from '../config.ts';
import { toldPlainly } from '../features/make-hall-pack/faults.ts';
import { findCentre } from '../features/make-hall-pack/find-centre.ts';
import { makeHallPack, type Pack } from '../features/make-hall-pack/make-hall-pack.ts';
import { progressBar } from '../features/make-hall-pack/progress-bar.ts';
import { openKeyRing } from '../features/sign-ticket/open-key-ring.ts';
import { makeHome } from '../render/home.ts';
import { openPackPress } from '../render/pack-press.ts';
import { chooseChromium } from '../render/sandbox.ts';
import { applicationsIn } from '../store/applications.ts';
import { keysIn } from '../store/keys.ts';
import { ticketsIn } from '../store/tickets.ts';

const USAGE = "Say: --centre <a district's name in English or Telugu> [--exam <year>] [--out <folder>].";

interface Asked {
  readonly centre: string;
  readonly exam: string | undefined;
  readonly out: string | undefined;
}

function read(args: string[]): Asked {
  const { centre, exam, out } = valuesOf(args);
  if (!centre?.trim() || out === '') throw new CannotRun(USAGE);
  return { centre, exam, out };
}

function valuesOf(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { centre: text, exam: text, out: text } }).values;
  } catch {
    throw new CannotRun(USAGE);
  }
}

const nameOfFolder = (year: string, centre: string): string =>
  `hall-pack-${year}-${centre.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}`;

function tell({ counts: { total, isWhole }, keptSheets }: Pack, folder: string): void {
  if (keptSheets > 0) console.log(`${keptSheets} sheets were there from an earlier run.`);
  console.log(`Paid ${total.paid}, ticketed ${total.ticketed}, listed ${total.listed}.`);
  console.log(isWhole ? 'The counts are equal.' : 'The counts differ: the cover says how.');
  console.log(`The pack is in ${folder}.`);
}

await runCommand({
  name: 'hall-pack',
  service: 'ticket',
  config: config.pick({
    MONGO_URL: true,
    EXAM_FILE: true,
    CHROMIUM_PATH: true,
    CHROMIUM_SANDBOX: true,
    NODE_ENV: true,
    TICKET_KEYS_SECRET: true,
    TICKET_KEY_DAYS: true,
  }),
  read,
  run: async ({ db, config, asked, log }) => {
    const facts = await loadExamination(config.EXAM_FILE);
    const year = facts.examine_year;
    if (asked.exam !== undefined && asked.exam !== year) {
      throw new CannotRun(`The examination of this portal is that of ${year}, not of ${asked.exam}.`);
    }
    const applications = applicationsIn(db);
    const centre = findCentre(asked.centre, await applications.centres(year));
    const out = asked.out ?? nameOfFolder(year, centre.name);
    const home = await makeHome();
    const press = openPackPress({ chromium: chooseChromium(config, log), home: home.path, log });
    try {
      const shop = {
        db,
        facts,
        applications,
        tickets: ticketsIn(db),
        keys: openKeyRing(keysIn(db), config),
        press,
        progress: progressBar(),
      };
      const pack = await makeHallPack(shop, centre, out);
      tell(pack, out);
      return pack.counts.isWhole ? 0 : 1;
    } catch (error) {
      throw toldPlainly(error, out);
    } finally {
      await press.close();
      await home.remove();
    }
  },
});
