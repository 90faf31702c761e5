import { createHash } from 'node:crypto';
import { access, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { joinPdfs } from './pdf/join-pdfs.ts';

interface Sheets {
  /** Stands for everything that is on them, and for how it looks. */
  readonly key: string;
  readonly sheets: number;
}

/** Some sheets of a document, printed together. That takes long: they are kept until the document is whole. */
export interface PrintedPart extends Sheets {
  /** Writes them as a PDF, tagged, as Chromium does. */
  readonly print: (file: string) => Promise<unknown>;
}

/** Some sheets of a document that are there already. */
export interface IssuedPart extends Sheets {
  readonly pdfs: () => Promise<readonly Buffer[]>;
}

export type Part = PrintedPart | IssuedPart;

export interface BoundDocument {
  readonly title: string;
  readonly parts: readonly Part[];
}

interface Bindery {
  /** Where printed parts are kept. */
  readonly folder: string;
  /** A part has found its place; `wasKept`: it was printed at an earlier time. */
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

/** A part is printed unless it was kept at an earlier time. */
async function* pdfsOf({ folder, onPart }: Bindery, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const kept = join(folder, `${part.key}.pdf`);
    const wasKept = 'print' in part && (await isThere(kept));
    if ('pdfs' in part) yield* await part.pdfs();
    else {
      if (!wasKept) await writeWhole(kept, part.print);
      yield readFile(kept);
    }
    onPart(part, wasKept);
  }
}

/**
 * Joins the parts of a document into `file`. One part at a time is in memory.
 * @returns the pages of the document, as they stand in it
 */
export const bindDocument = (
  bindery: Bindery,
  { title, parts }: BoundDocument,
  file: string,
): Promise<number> => joinPdfs(pdfsOf(bindery, parts), { title, file });
