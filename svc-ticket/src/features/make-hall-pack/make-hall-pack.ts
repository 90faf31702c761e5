import { createHash } from 'node:crypto';
import { PassThrough, Writable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { Examination, HallPackFailure } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import { ZipWriter } from '@zip.js/zip.js';
import type { Centre } from '../../persistence/application-repository.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { SheetRenderer } from '../../render/renderer.ts';
import type { KeyRing } from '../sign-ticket.ts';
import { type Counts, loadCandidates, toCounts } from './candidate-list.ts';
import {
  assembleDocument,
  countSheets,
  createAttendanceList,
  createPhotoRoll,
  createTicketsDocument,
  type PackData,
  printCover,
} from './documents.ts';
import { writeListCsv, writeScannerList } from './pack-lists.ts';
import type { PackFile } from './pack-pages.ts';

interface MakeHallPackDependencies {
  readonly db: Database;
  readonly examination: Examination;
  readonly repositories: Repositories;
  readonly keys: KeyRing;
  readonly renderer: SheetRenderer;
}

interface PackOutput {
  readonly out: Writable;
  /** Sheets that are written, of all. */
  readonly onProgress: (done: number, total: number) => Promise<void>;
}

/** The district has nothing to put into a pack. */
export class NothingToPack extends Error {
  override readonly name = 'NothingToPack';
  readonly failure: HallPackFailure;

  constructor(failure: HallPackFailure) {
    super(failure);
    this.failure = failure;
  }
}

const COVER_SHEETS = 1;

/** A document that lacks a candidate must never pass for complete. */
function assertCount(subject: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${subject} are ${found} instead of ${expected}`);
}

/** A zip file whose entries are written one after another, each with its hash. */
class PackZip {
  readonly files: PackFile[] = [];
  readonly #zip: ZipWriter<unknown>;

  constructor(out: Writable, lastModDate: Date) {
    this.#zip = new ZipWriter(Writable.toWeb(out), { useWebWorkers: false, lastModDate });
  }

  /** `write` returns the number of candidates in the file. */
  async add(name: string, write: (out: Writable) => Promise<number>): Promise<PackFile> {
    const content = new PassThrough();
    const hash = createHash('sha256');
    async function* read() {
      for await (const bytes of content) {
        hash.update(bytes);
        yield bytes;
      }
    }
    const [holds] = await Promise.all([
      write(content),
      this.#zip.add(name, ReadableStream.from(read()) as globalThis.ReadableStream),
    ]);
    const file = { name, holds, sha256: hash.digest('hex') };
    this.files.push(file);
    return file;
  }

  async close(): Promise<void> {
    await this.#zip.close();
  }
}

/**
 * Writes tickets, lists, the data of scanners and the cover as one zip file; holds one part of a document in memory.
 * @throws NothingToPack, or TicketSuperseded when a ticket changed meanwhile
 */
export async function makeHallPack(
  { db, examination, keys, repositories, renderer }: MakeHallPackDependencies,
  centre: Centre,
  { out, onProgress }: PackOutput,
): Promise<Counts> {
  const candidateList = await loadCandidates(db, repositories, examination, centre);
  const { readAt: made_at, candidates } = candidateList;
  const counts = toCounts(candidateList);
  if (counts.total.paid === 0) throw new NothingToPack('not-paid');
  if (candidates.length === 0) throw new NothingToPack('not-printed');
  const data: PackData = { examination, centre, candidates, tickets: repositories.tickets, renderer };
  const documents = {
    'tickets.pdf': createTicketsDocument(data),
    'photo-roll.pdf': createPhotoRoll(data),
    'attendance.pdf': createAttendanceList(data),
  };
  const total = Object.values(documents)
    .map(countSheets)
    .reduce((sum, sheets) => sum + sheets, COVER_SHEETS);
  let done = 0;
  const onSheets = (sheets: number) => {
    done += sheets;
    return onProgress(done, total);
  };

  await onProgress(done, total);
  const zip = new PackZip(out, made_at);
  const addFile = async (name: string, write: (file: Writable) => Promise<number>) =>
    assertCount(name, (await zip.add(name, write)).holds, candidates.length);
  for (const [name, document] of Object.entries(documents))
    await addFile(name, async (file) => {
      const pages = await assembleDocument(document, file, onSheets);
      assertCount(`The pages of ${name}`, pages, countSheets(document));
      return candidates.length;
    });
  await addFile('list.csv', (file) => writeListCsv(file, candidates, examination));
  await addFile('scanner-list.zip', (file) => writeScannerList(file, { data, made_at, keys }));
  const cover = await printCover({ data, made_at, counts, files: zip.files });
  await zip.add('cover.pdf', async (file) => {
    file.end(cover);
    return candidates.length;
  });
  await zip.close();
  await onSheets(COVER_SHEETS);
  return counts;
}
