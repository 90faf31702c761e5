import { createHash } from 'node:crypto';
import { access, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { mergePdfs } from './pdf/merge-pdfs.ts';

interface SheetGroup {
  /** Stands for everything that is on them, and for how it looks. */
  readonly key: string;
  readonly sheets: number;
}

/** Some sheets of a document, printed together. That takes long: they are kept until the document is whole. */
export interface PrintedPart extends SheetGroup {
  /** Writes them as a PDF, tagged, as Chromium does. */
  readonly print: (file: string) => Promise<unknown>;
}

/** Some sheets of a document that are there already. */
export interface IssuedPart extends SheetGroup {
  readonly pdfs: () => Promise<readonly Buffer[]>;
}

export type Part = PrintedPart | IssuedPart;

export interface DocumentPlan {
  readonly title: string;
  readonly parts: readonly Part[];
}

interface AssemblyOptions {
  /** Where printed parts are kept. */
  readonly folder: string;
  /** A part has found its place; `wasReused`: it was printed at an earlier time. */
  readonly onPart: (part: Part, wasReused: boolean) => void;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Writes a file so that under its name it is whole or not there. */
export async function writeAtomically(
  file: string,
  write: (temporary: string) => Promise<unknown>,
): Promise<void> {
  const temporary = `${file}.part`;
  await write(temporary);
  await rename(temporary, file);
}

/** Stands for these facts. */
export const createCacheKey = (...facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex');

/** Stands for everything that is in a document. */
export const createDocumentKey = ({ title, parts }: DocumentPlan): string =>
  createCacheKey(
    title,
    parts.map(({ key }) => key),
  );

/** A part is printed unless it was kept at an earlier time. */
async function* readParts(
  { folder, onPart }: AssemblyOptions,
  parts: readonly Part[],
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const partFile = join(folder, `${part.key}.pdf`);
    const wasReused = 'print' in part && (await exists(partFile));
    if ('pdfs' in part) yield* await part.pdfs();
    else {
      if (!wasReused) await writeAtomically(partFile, part.print);
      yield readFile(partFile);
    }
    onPart(part, wasReused);
  }
}

/**
 * Joins the parts of a document into `file`. One part at a time is in memory.
 * @returns the pages of the document, as they stand in it
 */
export const assembleDocument = (
  options: AssemblyOptions,
  { title, parts }: DocumentPlan,
  file: string,
): Promise<number> => mergePdfs(readParts(options, parts), { title, file });
