import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import { findFormFile } from '../../svc-application/src/domain/form-files.ts';
import {
  createFileDecoder,
  createFileInspector,
  type FileInspector,
} from '../../svc-application/src/features/inspect-file/inspect-file.ts';
import { Comparer } from './comparer.ts';

export interface TriedFile {
  readonly file: string;
  readonly kind: 'paper' | 'photo';
  /** The message of a refusal. */
  readonly refused?: string;
  /** What the stored file shows otherwise than the original. */
  readonly difference?: string;
  /** Pages that were compared; 0 where the other reader does not open the original. */
  readonly compared?: number;
  /** Bytes of the original and of what is stored. */
  readonly bytes: number;
  readonly stored?: number;
  /** Milliseconds of the inspection. */
  readonly ms: number;
  /** The largest resident memory of the decoder's processes so far; bytes, 0 where the system does not tell. */
  readonly memory: number;
}

const KINDS = [
  { kind: 'paper', pattern: /\.pdf$/i, field: 'birthcertificate' },
  { kind: 'photo', pattern: /\.(jpe?g|jfif|png)$/i, field: 'image' },
] as const;

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    throw new CommandError(`The folder cannot be read: ${(error as Error).message}`);
  }
}

export const listPhotos = (folder: string): string[] =>
  listFiles(folder).filter((path) => KINDS[1].pattern.test(path));

/** Of the processes that this one has started. */
function readPeakMemory(): number {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const peaks = children.map(
      (pid) => /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
    );
    return Math.max(0, ...peaks.map((kilobytes) => Number(kilobytes ?? 0) * 1024));
  } catch {
    return 0;
  }
}

interface Tools {
  readonly inspect: FileInspector;
  readonly comparer: Comparer;
}

async function tryFile(
  { inspect, comparer }: Tools,
  path: string,
): Promise<Omit<TriedFile, 'file' | 'memory'>> {
  const { kind, field } = KINDS.find(({ pattern }) => pattern.test(path)) ?? KINDS[0];
  const rules = findFormFile(field);
  if (!rules) throw new Error(`The form has no field ${field}.`);
  const bytes = await readFile(path);
  if (bytes.length > rules.limit)
    return { kind, refused: 'larger than the limit', bytes: bytes.length, ms: 0 };
  const start = performance.now();
  const result = await inspect({ ownerId: path, kind: rules, bytes });
  const ms = Math.round(performance.now() - start);
  if ('refused' in result) return { kind, refused: result.refused, bytes: bytes.length, ms };
  return {
    kind,
    bytes: bytes.length,
    stored: result.bytes.length,
    ms,
    ...(await comparer.compare({ kind, original: bytes, stored: result.bytes })),
  };
}

/** Inspects one file after the other, by the same code and limits as an upload. @throws CommandError */
export async function tryFiles(
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<TriedFile[]> {
  const paths = listFiles(folder).filter((path) => KINDS.some(({ pattern }) => pattern.test(path)));
  if (paths.length === 0) throw new CommandError(`${folder} contains no PDF, JPEG or PNG.`);
  const decoder = createFileDecoder();
  const [inspect, comparer] = [createFileInspector(decoder), new Comparer()];
  const results: TriedFile[] = [];
  try {
    for (const [at, path] of paths.entries()) {
      const result = await tryFile({ inspect, comparer }, path);
      results.push({ file: relative(folder, path), ...result, memory: readPeakMemory() });
      onProgress(at + 1, paths.length);
    }
  } finally {
    await Promise.all([decoder.close(), comparer.close()]);
  }
  return results;
}
