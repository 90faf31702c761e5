import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVariables, EXAM_FILE, startCommand, type TestEnvironment } from '@archaka/test-kit';
import { parse } from 'csv-parse/sync';

type Arguments = [stage: TestEnvironment, args: readonly string[], examFile?: string | undefined];

/** Starts a command as an operator does in production: configured by the environment only. */
const start = async (name: string, [stage, args, examFile = EXAM_FILE]: Arguments) =>
  startCommand({
    service: 'svc-ticket',
    name,
    args,
    env: { ...(await createVariables('svc-ticket', stage)), EXAM_FILE: examFile },
  });

export const startHallPack = (...args: Arguments) => start('hall-pack', args);
export const runHallPack = async (...args: Arguments) => (await startHallPack(...args)).result;

/** The rows of a report's table. */
export const readTable = async (folder: string, name: string): Promise<Readonly<Record<string, string>>[]> =>
  parse(await readFile(join(folder, name)), { columns: true, bom: true });
