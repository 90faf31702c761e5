import { createHash } from 'node:crypto';
import { access, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { mergePdfs } from './pdf/merge-pdfs.ts';

interface SheetGroup {
  /** Cache key of the contents and their layout. */
  readonly key: string;
  readonly sheets: number;
}

/** Printing takes long, so these parts are cached until the pack is complete. */
export interface PrintedPart extends SheetGroup {
  /** Writes a tagged PDF of Chromium. */
  readonly print: (file: string) => Promise<unknown>;
}

export interface IssuedPart extends SheetGroup {
  readonly pdfs: () => Promise<readonly Buffer[]>;
}

export type Part = PrintedPart | IssuedPart;

export interface DocumentPlan {
  readonly title: string;
  readonly parts: readonly Part[];
}

interface AssemblyOptions {
  readonly folder: string;
  /** `wasReused`: the part was printed by an earlier run. */
  readonly onPart: (part: Part, wasReused: boolean) => void;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** The file is complete or absent, even after a crash. */
export async function writeAtomically(
  file: string,
  write: (temporary: string) => Promise<unknown>,
): Promise<void> {
  const temporary = `${file}.part`;
  await write(temporary);
  await rename(temporary, file);
}

export const createCacheKey = (...facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex');

export const createDocumentKey = ({ title, parts }: DocumentPlan): string =>
  createCacheKey(
    title,
    parts.map(({ key }) => key),
  );

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

/** Holds one part in memory at a time. @returns the number of pages */
export const assembleDocument = (
  options: AssemblyOptions,
  { title, parts }: DocumentPlan,
  file: string,
): Promise<number> => mergePdfs(readParts(options, parts), { title, file });
