import { join } from 'node:path';
import { type Child, findOrInstallChromium } from '@archaka/engines';
import { exitCodes } from '@archaka/service-kit/command-line';
import type { SliceSigningKey } from '@archaka/slice-store';
import { declareQueues, parseBrokerPasswords, readBrokerTlsOptions } from './broker.ts';
import {
  type Component,
  componentAddresses,
  type Plan,
  type Portal,
  resolveAddresses,
} from './components.ts';
import { startEngines } from './engines.ts';
import { buildChanged } from './front-end/build.ts';
import { deployChanged, type PublishedRemote, publishChanged } from './front-end/deploy.ts';
import { openLog } from './logs.ts';
import { announceLocalOperator } from './operators/local-operator.ts';
import { startComponent, waitUntilReady } from './processes.ts';
import { RunFile } from './run-file.ts';
import { loadOrCreateSecrets, type Secrets } from './secrets.ts';
import { root, type Settings } from './settings.ts';
import { type SupervisedProcess, superviseProcess } from './supervisor.ts';

export interface OpenPortal {
  /** Resolves when every component is ready (`/readyz`) and pages contain the new remotes. */
  ready: Promise<void>;
  /** Ends the components, then the engines. */
  close: () => Promise<void>;
  /** Ends everything at once. */
  kill: () => void;
}

const noStores = { mongoUrl: '', amqpUrl: '' };

/** Starts and supervises everything in the plan. The data folder must be locked. */
export function openPortal(plan: Plan, settings: Settings, report: (line: string) => void): OpenPortal {
  const { dataDir, env } = settings;
  const closing = new AbortController();
  const runFile = new RunFile(dataDir);
  const engines: SupervisedProcess[] = [];
  const components: SupervisedProcess[] = [];

  const open = async () => {
    if (!plan.withoutStores)
      await announceLocalOperator(settings, { report, isTerminal: process.stdout.isTTY });
    const secrets = loadOrCreateSecrets(dataDir, env);
    const brokerPasswords = env.AMQP_URL ? parseBrokerPasswords(env) : secrets.brokerPasswords;
    const sliceStore = join(dataDir, 'slices');
    const startOptions = { secrets, runFile, engines, report, signal: closing.signal };
    const [stores, chromium, published] = await Promise.all([
      plan.withoutStores ? noStores : startStores(settings, startOptions),
      plan.withoutStores ? '' : findOrInstallChromium({ env, report }),
      buildFrontEnd(plan, { sliceStore, key: secrets.sliceKey, report, signal: closing.signal }),
    ]);
    runFile.setStores(stores);
    if (closing.signal.aborted) return;
    const addresses = { ...stores, ...resolveAddresses(settings) };
    const portal = { ...settings, ...addresses, secrets, brokerPasswords, chromium, sliceStore };
    report('Starting the services …');
    components.push(
      ...plan.components.map((component) => superviseComponent(component, { portal, runFile, report })),
    );
    await Promise.all([...engines, ...components].map(({ ready }) => ready));
    await deployChanged(published, { folder: sliceStore, portal: componentAddresses(settings.port), report });
  };

  return {
    ready: open(),
    close: async () => {
      closing.abort();
      await Promise.all(components.map((component) => component.stop()));
      await Promise.all(engines.map((engine) => engine.stop()));
      runFile.remove();
    },
    kill: () => {
      for (const supervised of [...components, ...engines]) supervised.kill();
      runFile.remove();
    },
  };
}

interface StartStoresOptions {
  readonly secrets: Secrets;
  readonly runFile: RunFile;
  /** Gets each engine once it is supervised. */
  readonly engines: SupervisedProcess[];
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Starts the local engines; declares the queues at a broker from the environment meanwhile. */
function startStores(
  { dataDir, env }: Settings,
  { secrets, runFile, engines, report, signal }: StartStoresOptions,
): Promise<typeof noStores> {
  if (env.AMQP_URL) {
    void declareQueues(env.AMQP_URL, { signal, tlsOptions: readBrokerTlsOptions(env) });
  }
  return startEngines({
    dataDir,
    env,
    runFile,
    report,
    registerEngine: (engine) => engines.push(engine),
    brokerPasswords: secrets.brokerPasswords,
  });
}

async function buildFrontEnd(
  { bundles, remotes }: Plan,
  {
    sliceStore,
    key,
    ...options
  }: { sliceStore: string; key: SliceSigningKey; report: (line: string) => void; signal: AbortSignal },
): Promise<PublishedRemote[]> {
  const hashes = await buildChanged(bundles, { ...options, rootFolder: root });
  const remoteHashes = new Map([...hashes].filter(([name]) => remotes.includes(name)));
  return publishChanged(remoteHashes, { folder: sliceStore, rootFolder: root, key });
}

function superviseComponent(
  component: Component,
  { portal, runFile, report }: { portal: Portal; runFile: RunFile; report: (line: string) => void },
): SupervisedProcess {
  const { name, offset } = component;
  const port = portal.port + offset;
  const logPath = join(portal.dataDir, 'logs', `${name}.log`);
  const log = component.printsToTerminal
    ? (chunk: Buffer) => void process.stdout.write(chunk)
    : openLog(logPath);
  return superviseProcess({
    name,
    start: () => startComponent(component, portal, log),
    waitUntilReady: (child) =>
      waitUntilReady(child, {
        port,
        report: (status) => report(`${name} is not ready yet: ${status}. Its log: ${logPath}`),
      }),
    findPermanentFault: (child) => findConfigurationFault(name, child),
    onStart: ({ pid }) => runFile.setComponent(name, { pid, port }),
    report: (line) => report(`${line} Its log: ${logPath}`),
  });
}

/** The line that a component printed before it ended because of its environment. */
async function findConfigurationFault(name: string, { result }: Child): Promise<string | undefined> {
  const { code, lastOutput } = await result;
  if (code !== exitCodes.configuration) return undefined;
  return lastOutput.split('\n').findLast((line) => line.startsWith(`${name}: `)) ?? lastOutput;
}
