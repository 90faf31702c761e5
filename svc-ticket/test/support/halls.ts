import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVariables, startCommand, type TestEnvironment } from '@archaka/test-kit';
import { parse } from 'csv-parse/sync';

/** Writes an examination file with these facts added to those of 2024. Returns its path. */
export async function writeExamination(folder: string, facts: object): Promise<string> {
  const original = fileURLToPath(import.meta.resolve('@archaka/exams/2024.json'));
  const path = join(folder, 'examination.json');
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(original, 'utf8')), ...facts }));
  return path;
}

interface HallsOptions {
  readonly examFile: string;
  readonly args: readonly string[];
}

/** Starts the command as an operator does. */
export const startHalls = async (stage: TestEnvironment, { examFile, args }: HallsOptions) =>
  startCommand({
    service: 'svc-ticket',
    name: 'halls',
    args: ['allot', ...args],
    env: { ...(await createVariables('svc-ticket', stage)), EXAM_FILE: examFile },
  });

type Row = Readonly<Record<string, string>>;

/** The rows of a report's table. */
export const readTable = async (folder: string, name: string): Promise<Row[]> =>
  parse(await readFile(join(folder, name)), { columns: true, bom: true });
