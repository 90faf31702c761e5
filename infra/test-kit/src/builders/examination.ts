import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const EXAM_FILE = fileURLToPath(import.meta.resolve('@archaka/exams/2024.json'));

/** Writes an examination file with these facts in place of those of 2024. Returns its path. */
export async function writeExamination(
  folder: string,
  facts: object,
  name = 'examination.json',
): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(EXAM_FILE, 'utf8')), ...facts }));
  return path;
}
