import type { Examination } from '@archaka/contracts';
import { CannotRun, type Database } from '@archaka/service-kit';
import { type BoundDocument, bindDocument, keyOfDocument, type Part } from '../../render/bind-document.ts';
import type { PackPress } from '../../render/pack-press.ts';
import type { Applications, Centre } from '../../store/applications.ts';
import type { Tickets } from '../../store/tickets.ts';
import type { KeyRing } from '../sign-ticket/key-ring.ts';
import { attendanceSheet } from './attendance-sheet.ts';
import { type Counts, countsOf } from './counts.ts';
import { cover } from './cover.ts';
import { writeListCsv } from './list-csv.ts';
import type { Matter } from './matter.ts';
import { openPackFolder, type PackFile, type PackFolder } from './pack-folder.ts';
import { photoRoll } from './photo-roll.ts';
import { type Roll, takeRoll } from './roll.ts';
import { writeScannerList } from './scanner-list.ts';
import { ticketsDocument } from './tickets-document.ts';

/** Is told how far the pack is. */
export interface Progress {
  /** So many sheets are to be printed. */
  start(sheets: number): void;
  /** These sheets of a file are there. */
  step(file: string, sheets: number): void;
  stop(): void;
}

interface Workshop {
  readonly db: Database;
  readonly facts: Examination;
  readonly applications: Applications;
  readonly tickets: Tickets;
  readonly keys: Pick<KeyRing, 'signText'>;
  readonly press: PackPress;
  readonly progress: Progress;
}

export interface Pack {
  readonly counts: Counts;
  readonly files: readonly PackFile[];
  /** How many sheets were there from an earlier run. */
  readonly keptSheets: number;
}

const COVER_SHEETS = 1;

/** A document by the name of its file. */
type Titled = readonly [name: string, document: BoundDocument];

const sheetsOf = ({ parts }: BoundDocument): number => parts.reduce((sum, { sheets }) => sum + sheets, 0);

function refuseEmpty({ groups, entrants }: Roll, { name }: Centre): void {
  const paid = groups.reduce((sum, group) => sum + group.paid, 0);
  if (paid === 0) throw new CannotRun(`No application with the centre ${name} has been paid.`);
  if (entrants.length > 0) return;
  throw new CannotRun(
    `All tickets of the ${paid} paid applications with the centre ${name} are still being made.`,
  );
}

/** A list that lacks somebody must never be taken for whole. */
function check(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what} came to ${found} in place of ${expected}`);
}

/** All of these, once every one has ended. @throws what the first of those that failed did */
async function allOf<Made>(making: readonly Promise<Made>[]): Promise<Made[]> {
  await Promise.allSettled(making);
  return Promise.all(making);
}

/** Fills the folder of a pack; what it holds has everybody in it. */
function fillerOf(folder: PackFolder, { progress }: Workshop, everybody: number) {
  let keptSheets = 0;

  const bind = async (name: string, document: BoundDocument, file: string): Promise<void> => {
    const onPart = (part: Part, wasKept: boolean) => {
      if (wasKept) keptSheets += part.sheets;
      progress.step(name, part.sheets);
    };
    const pages = await bindDocument({ folder: folder.parts, onPart }, document, file);
    check(`The pages of ${name}`, pages, sheetsOf(document));
  };
  const add = async (name: string, key: string | null, make: (file: string) => Promise<number>) => {
    const file = await folder.file(name, key, make);
    check(name, file.holds, everybody);
    return file;
  };

  return {
    keptSheets: () => keptSheets,
    bind,
    add,
    async addDocument([name, document]: Titled): Promise<PackFile> {
      let isKept = true;
      const file = await add(name, keyOfDocument(document), async (path) => {
        isKept = false;
        await bind(name, document, path);
        return everybody;
      });
      if (isKept) {
        keptSheets += sheetsOf(document);
        progress.step(name, sheetsOf(document));
      }
      return file;
    },
  };
}

/**
 * Makes the pack of a centre in a folder: its tickets, photo roll, attendance sheet, list, and the cover last.
 * @throws CannotRun when there is nothing to put into it, TicketGone when a ticket changed meanwhile
 */
export async function makeHallPack(shop: Workshop, centre: Centre, out: string): Promise<Pack> {
  const { facts, keys, progress } = shop;
  const roll = await takeRoll(shop, facts.examine_year, centre);
  refuseEmpty(roll, centre);
  const { taken_at: made_at, entrants } = roll;
  const matter: Matter = { ...shop, centre, entrants };
  const documents: Titled[] = [
    ['tickets.pdf', ticketsDocument(matter)],
    ['photo-roll.pdf', await photoRoll(matter)],
    ['attendance.pdf', await attendanceSheet(matter)],
  ];

  const folder = await openPackFolder(out, { year: facts.examine_year, centre: centre.name });
  try {
    const { bind, add, addDocument, keptSheets } = fillerOf(folder, shop, entrants.length);
    const sheets = documents.map(([, document]) => sheetsOf(document));
    progress.start(sheets.reduce((sum, some) => sum + some, COVER_SHEETS));
    // The browser prints while the rest is made without it.
    const files = await allOf([
      ...documents.map(addDocument),
      add('list.csv', null, (file) => writeListCsv(file, entrants, facts)),
      add('scanner-list.zip', null, (file) => writeScannerList(file, { matter, made_at, keys })),
    ]);
    const counts = countsOf(roll);
    const covering = await cover({ matter, made_at, counts, files });
    await folder.finish((file) => bind('cover.pdf', covering, file));
    return { counts, files, keptSheets: keptSheets() };
  } finally {
    progress.stop();
    await folder.close();
  }
}
