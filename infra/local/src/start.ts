import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { portalComponents, resolveAddresses } from './components.ts';
import { launch } from './launch.ts';
import { formatError } from './operator-command.ts';
import { listWorkspaces, readSettings, root, type Settings } from './settings.ts';

interface Options {
  readonly fresh: boolean;
  readonly demo: boolean;
}

const commandLine: CommandLine<Options> = {
  name: 'npm start',
  description: 'Starts a portal on this machine until Ctrl-C. docs/configuration.md has its variables.',
  examples: ['', '--fresh', '--fresh --demo'],
  define: (program, choose) => {
    program
      .option('--fresh', 'starts with an empty data folder', false)
      .option('--demo', 'with scrutiny and halls, and 2,000 fictitious people in all states', false)
      .action(choose);
  },
};

const remotes = listWorkspaces('mf');

const PEOPLE = 2000;

const readExamination = async (name: string): Promise<object> =>
  JSON.parse(await readFile(join(root, 'exams', name), 'utf8'));

/** Writes the examination of `exams/2024.json` with the facts of `exams/demo.json`. @returns the variables that choose it */
async function prepareDemo(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const EXAM_FILE = join(root, '.cache/demo-examination.json');
  const facts = { ...(await readExamination('2024.json')), ...(await readExamination('demo.json')) };
  await mkdir(dirname(EXAM_FILE), { recursive: true });
  await writeFile(EXAM_FILE, JSON.stringify(facts));
  return { ...env, EXAM_FILE };
}

/** Fills the running portal beside its use; ends with this process. */
function seedDemo(settings: Settings): void {
  const { origin, dataDir } = settings;
  const { razorpayUrl } = resolveAddresses(settings);
  const args = ['--people', String(PEOPLE), '--portal', origin, '--simulator', razorpayUrl];
  const seed = spawn(process.execPath, [join(root, 'infra/local/bootstrap.mjs'), 'seed', ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.once('exit', () => seed.kill());
}

await runCommandLine(
  commandLine,
  async ({ fresh, demo }) => {
    const env = demo ? await prepareDemo(process.env) : process.env;
    const plan = {
      components: portalComponents(env),
      bundles: ['shell', 'hall-scanner', ...remotes],
      remotes,
    };
    await launch(plan, () => readSettings(env, fresh), demo ? seedDemo : undefined);
    return 0;
  },
  formatError,
);
