import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVariables, startCommand, type TestEnvironment } from '@archaka/test-kit';

const EXAM_FILE = fileURLToPath(import.meta.resolve('@archaka/exams/2024.json'));

/** Starts the command as an operator does in production: configured by the environment only. */
export async function startHallPack(stage: TestEnvironment, args: readonly string[], examFile = EXAM_FILE) {
  const { result: ended, ...started } = await startCommand({
    service: 'svc-ticket',
    name: 'hall-pack',
    args,
    env: { ...(await createVariables('svc-ticket', stage)), EXAM_FILE: examFile },
  });
  return { ...started, ended: ended.then(({ stdout: out, stderr: err, code }) => ({ out, err, code })) };
}

export const runHallPack = async (stage: TestEnvironment, args: readonly string[], examFile = EXAM_FILE) =>
  (await startHallPack(stage, args, examFile)).ended;

/** Number of cached document parts. */
export const countParts = async (folder: string): Promise<number> =>
  (await readdir(join(folder, 'parts')).catch(() => [])).filter((name) => name.endsWith('.pdf')).length;

export const hashFile = async (folder: string, name: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(folder, name)))
    .digest('hex');
