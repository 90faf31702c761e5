import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { resolveAddresses } from './components.ts';
import { root, type Settings } from './settings.ts';

const PEOPLE = 2000;

const readExamination = async (name: string): Promise<object> =>
  JSON.parse(await readFile(join(root, 'exams', name), 'utf8'));

/** Writes the examination of `exams/2024.json` with the facts of `exams/demo.json`. @returns the variables that choose it */
export async function prepareDemo(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const EXAM_FILE = join(root, '.cache/demo-examination.json');
  const facts = { ...(await readExamination('2024.json')), ...(await readExamination('demo.json')) };
  await mkdir(dirname(EXAM_FILE), { recursive: true });
  await writeFile(EXAM_FILE, JSON.stringify(facts));
  return { ...env, EXAM_FILE };
}

/** Fills the running portal beside its use; ends with this process. */
export function seedDemo(settings: Settings): void {
  const { origin, dataDir } = settings;
  const { razorpayUrl } = resolveAddresses(settings);
  const args = ['--people', String(PEOPLE), '--portal', origin, '--simulator', razorpayUrl];
  const seed = spawn(process.execPath, [join(root, 'infra/local/bootstrap.mjs'), 'seed', ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.once('exit', () => seed.kill());
}
