import type { Examination } from '@archaka/contracts';
import { CommandError, type Database } from '@archaka/service-kit';
import { SingleBar } from 'cli-progress';
import type { Centre } from '../../persistence/application-repository.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { SheetRenderer } from '../../render/renderer.ts';
import type { KeyRing } from '../sign-ticket.ts';
import { type CandidateList, type Counts, loadCandidates, toCounts } from './candidate-list.ts';
import {
  assembleDocument,
  createAttendanceList,
  createPhotoRoll,
  createTicketsDocument,
  type DocumentPlan,
  type PackData,
  printCover,
} from './documents.ts';
import { writeListCsv } from './list-csv.ts';
import { type PackFile, PackFolder } from './pack-folder.ts';
import { writeScannerList } from './scanner-list.ts';

interface MakeHallPackDependencies {
  readonly db: Database;
  readonly examination: Examination;
  readonly repositories: Repositories;
  readonly keys: KeyRing;
  readonly renderer: SheetRenderer;
}

export interface Pack {
  readonly counts: Counts;
  readonly reusedSheets: number;
}

const COVER_SHEETS = 1;
/** Without a terminal the progress is a line every 5 s. */
const LINE_INTERVAL_MS = 5000;

const countSheets = ({ parts }: DocumentPlan): number => parts.reduce((sum, { sheets }) => sum + sheets, 0);

function assertNotEmpty({ groups, candidates }: CandidateList, { name }: Centre): void {
  const paid = groups.reduce((sum, group) => sum + group.paid, 0);
  if (paid === 0) throw new CommandError(`No application with the centre ${name} is paid.`);
  if (candidates.length > 0) return;
  throw new CommandError(
    `All tickets of the ${paid} paid applications with the centre ${name} are still being printed. Try again later.`,
  );
}

/** A document that lacks a candidate must never pass for complete. */
function assertCount(subject: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${subject} are ${found} instead of ${expected}`);
}

/** Waits for all tasks even when one fails: a task must not write after the folder is closed. */
async function settleAll<Result>(tasks: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

const createProgressBar = () =>
  new SingleBar({
    format: '{bar} {percentage} % | {value} of {total} sheets | {file}',
    stream: process.stderr,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: LINE_INTERVAL_MS,
  });

/** @throws CommandError when there is nothing to put into the pack, TicketSuperseded when a ticket changed meanwhile */
export async function makeHallPack(
  deps: MakeHallPackDependencies,
  centre: Centre,
  out: string,
): Promise<Pack> {
  const { db, examination, keys, repositories, renderer } = deps;
  const candidateList = await loadCandidates(db, repositories, examination, centre);
  assertNotEmpty(candidateList, centre);
  const { readAt: made_at, candidates } = candidateList;
  const data: PackData = { examination, centre, candidates, tickets: repositories.tickets, renderer };
  const documents: Record<string, DocumentPlan> = {
    'tickets.pdf': createTicketsDocument(data),
    'photo-roll.pdf': await createPhotoRoll(data),
    'attendance.pdf': await createAttendanceList(data),
  };

  const folder = await PackFolder.open(out, { year: examination.examine_year, centre: centre.name });
  const progress = createProgressBar();
  let reusedSheets = 0;
  const addFile = async (name: string, key: string | null, make: (path: string) => Promise<number>) => {
    const file = await folder.file(name, key, make);
    assertCount(name, file.holds, candidates.length);
    return file;
  };
  const addDocument = async (name: string, document: DocumentPlan): Promise<PackFile> => {
    const sheets = countSheets(document);
    let printed = 0;
    const file = await addFile(name, document.key, async (path) => {
      const pages = await assembleDocument(document, path, (count) => {
        printed += count;
        progress.increment(count, { file: name });
      });
      assertCount(`The pages of ${name}`, pages, sheets);
      return candidates.length;
    });
    reusedSheets += sheets - printed;
    progress.increment(sheets - printed, { file: name });
    return file;
  };

  try {
    const sheets = Object.values(documents).map(countSheets);
    progress.start(
      sheets.reduce((sum, count) => sum + count, COVER_SHEETS),
      0,
      { file: '' },
    );
    // The other files are written while the browser prints.
    const files = await settleAll([
      ...Object.entries(documents).map(([name, document]) => addDocument(name, document)),
      addFile('list.csv', null, (file) => writeListCsv(file, candidates, examination)),
      addFile('scanner-list.zip', null, (file) => writeScannerList(file, { data, made_at, keys })),
    ]);
    const counts = toCounts(candidateList);
    await folder.finish(await printCover({ data, made_at, counts, files }));
    progress.increment(COVER_SHEETS, { file: 'cover.pdf' });
    return { counts, reusedSheets };
  } finally {
    progress.stop();
    await folder.close();
  }
}
