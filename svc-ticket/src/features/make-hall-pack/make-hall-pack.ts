import type { Examination } from '@archaka/contracts';
import { CommandError, type Database } from '@archaka/service-kit';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository, Centre } from '../../persistence/application-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';
import {
  assembleDocument,
  createDocumentKey,
  type DocumentPlan,
  type Part,
} from '../../render/assemble-document.ts';
import type { PackRenderer } from '../../render/renderer.ts';
import type { KeyRing } from '../sign-ticket/key-ring.ts';
import { createAttendanceSheet } from './attendance-sheet.ts';
import { type CandidateList, loadCandidates } from './candidate-list.ts';
import { type Counts, toCounts } from './counts.ts';
import { createCover } from './cover.ts';
import { writeListCsv } from './list-csv.ts';
import type { PackData } from './pack-data.ts';
import { openPackFolder, type PackFile, type PackFolder } from './pack-folder.ts';
import { createPhotoRoll } from './photo-roll.ts';
import { writeScannerList } from './scanner-list.ts';
import { createTicketsDocument } from './tickets-document.ts';

export interface Progress {
  start(sheets: number): void;
  step(file: string, sheets: number): void;
  stop(): void;
}

interface MakeHallPackDependencies {
  readonly db: Database;
  readonly examination: Examination;
  readonly applications: ApplicationRepository;
  readonly tickets: TicketRepository;
  readonly allotments: Pick<AllotmentRepository, 'findMany'>;
  readonly keys: Pick<KeyRing, 'signText'>;
  readonly renderer: PackRenderer;
  readonly progress: Progress;
}

export interface Pack {
  readonly counts: Counts;
  readonly files: readonly PackFile[];
  readonly reusedSheets: number;
}

const COVER_SHEETS = 1;

type NamedDocument = readonly [name: string, document: DocumentPlan];

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

function createPackWriter(
  folder: PackFolder,
  { progress }: MakeHallPackDependencies,
  candidateCount: number,
) {
  let reusedSheets = 0;

  const assemble = async (name: string, document: DocumentPlan, file: string): Promise<void> => {
    const onPart = (part: Part, wasReused: boolean) => {
      if (wasReused) reusedSheets += part.sheets;
      progress.step(name, part.sheets);
    };
    const pages = await assembleDocument({ folder: folder.parts, onPart }, document, file);
    assertCount(`The pages of ${name}`, pages, countSheets(document));
  };
  const addFile = async (name: string, key: string | null, make: (file: string) => Promise<number>) => {
    const file = await folder.file(name, key, make);
    assertCount(name, file.holds, candidateCount);
    return file;
  };

  return {
    reusedSheets: () => reusedSheets,
    assemble,
    addFile,
    async addDocument([name, document]: NamedDocument): Promise<PackFile> {
      let isReused = true;
      const file = await addFile(name, createDocumentKey(document), async (path) => {
        isReused = false;
        await assemble(name, document, path);
        return candidateCount;
      });
      if (isReused) {
        reusedSheets += countSheets(document);
        progress.step(name, countSheets(document));
      }
      return file;
    },
  };
}

/** @throws CommandError when there is nothing to put into the pack, TicketSuperseded when a ticket changed meanwhile */
export async function makeHallPack(
  deps: MakeHallPackDependencies,
  centre: Centre,
  out: string,
): Promise<Pack> {
  const { examination, keys, progress } = deps;
  const candidateList = await loadCandidates(deps, examination.examine_year, centre);
  assertNotEmpty(candidateList, centre);
  const { readAt: made_at, candidates } = candidateList;
  const data: PackData = { ...deps, centre, candidates };
  const documents: NamedDocument[] = [
    ['tickets.pdf', createTicketsDocument(data)],
    ['photo-roll.pdf', await createPhotoRoll(data)],
    ['attendance.pdf', await createAttendanceSheet(data)],
  ];

  const folder = await openPackFolder(out, { year: examination.examine_year, centre: centre.name });
  try {
    const { assemble, addFile, addDocument, reusedSheets } = createPackWriter(
      folder,
      deps,
      candidates.length,
    );
    const sheets = documents.map(([, document]) => countSheets(document));
    progress.start(sheets.reduce((sum, count) => sum + count, COVER_SHEETS));
    // The other files are written while the browser prints.
    const files = await settleAll([
      ...documents.map(addDocument),
      addFile('list.csv', null, (file) => writeListCsv(file, candidates, examination)),
      addFile('scanner-list.zip', null, (file) => writeScannerList(file, { data, made_at, keys })),
    ]);
    const counts = toCounts(candidateList);
    const coverDocument = await createCover({ data, made_at, counts, files });
    await folder.finish((file) => assemble('cover.pdf', coverDocument, file));
    return { counts, files, reusedSheets: reusedSheets() };
  } finally {
    progress.stop();
    await folder.close();
  }
}
