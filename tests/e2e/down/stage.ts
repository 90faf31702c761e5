import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addressVariables, type Service, services } from '@archaka/contracts';
import { freePort } from '@archaka/engines';
import { portalOfTheRun, startProcess } from '@archaka/test-kit';
import type { Browser } from 'puppeteer';
import { openBrowser } from '../browser.ts';
import { ROOT } from '../slices/stage.ts';
import { type Front, openFront } from './front.ts';
import { throwingBuild } from './throwing-build.ts';

export const REMOTES = ['mf-auth', 'mf-application', 'mf-history'] as const;
export type Remote = (typeof REMOTES)[number];

/** A shell of its own before the services of the portal of the run, with a front before each of them and before itself. */
export interface Stage {
  readonly origin: string;
  readonly browser: Browser;
  readonly fronts: Readonly<Record<Service | 'shell', Front>>;
  /** All that the shell has logged. */
  readonly logs: () => string;
  /** Runs `slice …` as a team does. */
  readonly slice: (...args: string[]) => Promise<unknown>;
  /** A visitor's cookie that gets the throwing canary of this remote and no other; without one, none of them. */
  readonly visitorWith: (remote?: Remote) => string;
  readonly stop: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const portal = portalOfTheRun();
  const folder = await mkdtemp(join(tmpdir(), 'down-'));
  const store = join(folder, 'slices');
  await cp(join(portal.dataDir, 'slices'), store, { recursive: true });
  const { serviceKeys } = JSON.parse(await readFile(join(portal.dataDir, 'secrets.json'), 'utf8'));

  const base = Number(new URL(portal.origin).port);
  const serviceFronts = await Promise.all(
    services.map(async (service, place) => {
      const front = await openFront(`http://127.0.0.1:${base + 1 + place}`);
      return [service, front] as const;
    }),
  );
  const port = await freePort();
  const shellFront = await openFront(`http://127.0.0.1:${port}`);
  const fronts = { ...Object.fromEntries(serviceFronts), shell: shellFront } as Stage['fronts'];
  const addresses = addressVariables((service) => fronts[service].url);
  const [browser, shell] = await Promise.all([
    openBrowser(),
    startProcess({
      name: 'shell',
      main: join(ROOT, 'shell/server/main.ts'),
      url: `http://127.0.0.1:${port}`,
      env: {
        ...addresses,
        PORT: String(port),
        PORTAL_ORIGIN: shellFront.url,
        SERVICE_KEY: JSON.stringify(serviceKeys.shell.private),
        SLICE_STORE: store,
        PAYMENT_HANDLER_URL: portal.handler,
        CHECKOUT_ORIGIN: portal.simulator,
        NODE_ENV: 'test',
      },
    }),
  ]);

  const program = join(ROOT, 'packages/slice-store/src/commands/slice.ts');
  const env = { ...process.env, ...addresses, SLICE_STORE: store, SHELL_URL: shell.url };
  const slice = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], { cwd: ROOT, env });

  const stable = await versionsFor(shell.url, 'v'.repeat(22));
  const giveThrowing = async (remote: Remote) => {
    const dist = await throwingBuild(remote);
    await slice('publish', remote, '--dist', dist);
    await slice('canary', remote, '--dist', dist, '--share', '50');
    await rm(dist, { recursive: true });
  };
  await Promise.all(REMOTES.map(giveThrowing));

  return {
    origin: shellFront.url,
    browser,
    fronts,
    logs: shell.logs,
    slice,
    visitorWith: await visitors(shell.url, stable),
    async stop() {
      await browser.close();
      await shell.stop();
      await Promise.all(Object.values(fronts).map((front) => front.close()));
      await rm(folder, { recursive: true });
    },
  };
}

type Versions = Readonly<Record<Remote, string>>;

async function versionsFor(shell: string, visitor: string): Promise<Versions> {
  const headers = { cookie: `archaka_visitor=${visitor}` };
  const { slices } = await (await fetch(`${shell}/slices.json`, { headers })).json();
  return Object.fromEntries(REMOTES.map((remote) => [remote, slices[remote].version])) as Versions;
}

/** Draws visitors until there is one for each remote's canary alone, and one without any. */
async function visitors(shell: string, stable: Versions): Promise<Stage['visitorWith']> {
  const found = new Map<Remote | undefined, string>();
  for (let drawn = 0; found.size <= REMOTES.length; drawn += 1) {
    const visitor = String(drawn).padStart(22, 'v');
    const versions = await versionsFor(shell, visitor);
    const canaries = REMOTES.filter((remote) => versions[remote] !== stable[remote]);
    if (canaries.length <= 1) found.set(canaries[0], visitor);
  }
  return (remote) => found.get(remote) ?? '';
}
