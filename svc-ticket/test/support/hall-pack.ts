import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium, type Stage } from '@archaka/test-kit';

const PROGRAM = fileURLToPath(new URL('../../src/commands/hall-pack.ts', import.meta.url));
const EXAM_FILE = fileURLToPath(new URL('../../../exams/2024.json', import.meta.url));

/** Starts the command as an operator does, in production: with the environment alone. */
export async function startHallPack({ mongoUrl, secrets }: Stage, args: readonly string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MONGO_URL: mongoUrl,
      EXAM_FILE,
      CHROMIUM_PATH: await findOrInstallChromium(),
      TICKET_KEYS_SECRET: secrets.TICKET_KEYS_SECRET,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([out, err, [code]]) => ({ out, err, code: code as number | null }),
  );
  return { pid: child.pid ?? 0, ended, kill: () => child.kill('SIGKILL') };
}

export const hallPack = async (stage: Stage, args: readonly string[]) =>
  (await startHallPack(stage, args)).ended;

/** How many parts of documents are printed and kept. */
export const partsIn = async (folder: string): Promise<number> =>
  (await readdir(join(folder, 'parts')).catch(() => [])).filter((name) => name.endsWith('.pdf')).length;

export const sha256Of = async (folder: string, name: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(folder, name)))
    .digest('hex');
