import { createHash } from 'node:crypto';
import { access, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { joinPdfs } from './pdf/join-pdfs.ts';

/** Some sheets of a document, made together. */
export interface Part {
  /** Stands for everything that is on them, and for how it looks. */
  readonly key: string;
  readonly sheets: number;
  /** Writes them as a PDF, tagged, as Chromium does. */
  readonly make: (file: string) => Promise<unknown>;
}

export interface BoundDocument {
  readonly title: string;
  readonly parts: readonly Part[];
}

interface Bindery {
  /** Where finished parts are kept. */
  readonly folder: string;
  /** A part is there, made just now or before. */
  readonly onPart: (part: Part, wasKept: boolean) => void;
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Writes a file so that under its name it is whole or not there. */
export async function writeWhole(
  file: string,
  write: (temporary: string) => Promise<unknown>,
): Promise<void> {
  const temporary = `${file}.part`;
  await write(temporary);
  await rename(temporary, file);
}

/** Stands for these facts. */
export const keyOf = (...facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex');

/** Stands for everything that is in a document. */
export const keyOfDocument = ({ title, parts }: BoundDocument): string =>
  keyOf(
    title,
    parts.map(({ key }) => key),
  );

async function* contentsOf(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield readFile(file);
}

/**
 * Makes the parts of a document, keeps each in a file, then joins them into `file`. Parts that are there already
 * from an earlier time are not made again. One part at a time is in memory.
 * @returns the pages of the document, as they stand in it
 */
export async function bindDocument(
  { folder, onPart }: Bindery,
  { title, parts }: BoundDocument,
  file: string,
): Promise<number> {
  const files: string[] = [];
  for (const part of parts) {
    const kept = join(folder, `${part.key}.pdf`);
    const wasKept = await isThere(kept);
    if (!wasKept) await writeWhole(kept, part.make);
    files.push(kept);
    onPart(part, wasKept);
  }
  return joinPdfs(contentsOf(files), { title, file });
}
