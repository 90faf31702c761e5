import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapAddressVariables, type Service, services } from '@archaka/contracts';
import { freePort } from '@archaka/engines';
import { ROOT } from '../../stages/stage.ts';
import { closeBrowser, openBrowser } from '../browser.ts';
import { runSliceCommand } from '../commands.ts';
import { getServiceUrl, startOwnShell } from '../own-shell.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';

export const REMOTES = ['mf-auth', 'mf-application', 'mf-history'] as const;
export type Remote = (typeof REMOTES)[number];

/** A separate shell for the services of the run's shared portal, with a fault proxy for each service and the shell. */
export async function createDegradationEnvironment() {
  const serviceProxies = await Promise.all(
    services.map(async (service) => [service, await openFaultProxy(getServiceUrl(service))] as const),
  );
  const port = await freePort();
  const shellProxy = await openFaultProxy(`http://127.0.0.1:${port}`);
  const faultProxies = {
    ...Object.fromEntries(serviceProxies),
    shell: shellProxy,
  } as Record<Service | 'shell', FaultProxy>;
  const addresses = mapAddressVariables((service) => faultProxies[service].url);
  const [browser, shell] = await Promise.all([
    openBrowser(),
    startOwnShell({ port, origin: shellProxy.url, env: addresses }),
  ]);

  const env = { ...addresses, SLICE_STORE: shell.sliceStore, SHELL_URL: shell.url };
  const runInStore = async (...args: string[]) => {
    const { code, output } = await runSliceCommand(env, ...args);
    if (code !== 0) throw new Error(output);
  };

  const stableVersions = await readVersions(shell.url, 'v'.repeat(22));
  const deployThrowingBuild = async (remote: Remote) => {
    const dist = await createThrowingBuild(remote);
    await runInStore('publish', remote, '--dist', dist);
    await runInStore('canary', remote, '--dist', dist, '--share', '50');
    await rm(dist, { recursive: true });
  };
  await Promise.all(REMOTES.map(deployThrowingBuild));

  return {
    origin: shellProxy.url,
    browser,
    faultProxies,
    logs: shell.logs,
    runSliceCommand: runInStore,
    findVisitorWith: await findVisitors(shell.url, stableVersions),
    async stop() {
      await closeBrowser(browser);
      await shell.stop();
      await Promise.all(Object.values(faultProxies).map((faultProxy) => faultProxy.close()));
    },
  };
}

type Versions = Readonly<Record<Remote, string>>;

async function readVersions(shell: string, visitor: string): Promise<Versions> {
  const headers = { cookie: `archaka_visitor=${visitor}` };
  const { slices } = await (await fetch(`${shell}/slices.json`, { headers })).json();
  return Object.fromEntries(REMOTES.map((remote) => [remote, slices[remote].version])) as Versions;
}

/**
 * Tries visitors until there is one for each remote's canary only, and one without canaries.
 * @returns a function that returns the cookie of a visitor with the canary of this remote only, or without any
 */
async function findVisitors(shell: string, stableVersions: Versions) {
  const visitorByRemote = new Map<Remote | undefined, string>();
  for (let count = 0; visitorByRemote.size <= REMOTES.length; count += 1) {
    const visitor = String(count).padStart(22, 'v');
    const versions = await readVersions(shell, visitor);
    const canaries = REMOTES.filter((remote) => versions[remote] !== stableVersions[remote]);
    if (canaries.length <= 1) visitorByRemote.set(canaries[0], visitor);
  }
  return (remote?: Remote) => visitorByRemote.get(remote) ?? '';
}

const COPIED_ENTRIES = [
  'SignIn',
  'UserMenu',
  'Application',
  'UpdateApplication',
  'CheckReadiness',
  'History',
  'PaymentStatus',
];

/** Creates a copy of the remote's build whose exported components throw when rendered; returns its folder. */
async function createThrowingBuild(remote: string): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'throwing-'));
  await cp(join(ROOT, remote, 'dist'), dist, { recursive: true });
  const { metaData } = JSON.parse(await readFile(join(dist, 'mf-manifest.json'), 'utf8'));
  const entry = join(dist, metaData.remoteEntry.name);
  const container = remote.replaceAll('-', '_');
  const code = `
;{
  const real = ${container};
  const broken = () => { throw new RangeError('broken'); };
  const door = Object.fromEntries(${JSON.stringify(COPIED_ENTRIES)}.map((name) => [name, broken]));
  ${container} = { init: (...given) => real.init(...given), get: async () => () => ({ default: door }) };
}
`;
  await writeFile(entry, (await readFile(entry, 'utf8')) + code);
  // The compressed files contain the unchanged entry.
  await Promise.all(['.br', '.gz'].map((suffix) => rm(entry + suffix, { force: true })));
  return dist;
}
