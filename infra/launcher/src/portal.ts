import { join } from 'node:path';
import { findOrInstallChromium } from '@archaka/engines';
import type { SliceSigningKey } from '@archaka/slice-store';
import { addresses } from './addresses.ts';
import { givenPasswords, prepareBroker } from './broker.ts';
import { brokerTrust } from './broker-trust.ts';
import { startEngines } from './engines.ts';
import { buildStale } from './front-end/build.ts';
import { deployNew } from './front-end/deploy.ts';
import { type Published, publishNew } from './front-end/publish.ts';
import { type Kept, keepRunning } from './keeper.ts';
import { openLog } from './log-file.ts';
import { partsAt } from './parts.ts';
import type { Part, Plan, Portal } from './plan.ts';
import { startPart } from './processes.ts';
import { untilReady } from './readiness.ts';
import { RunFile } from './run-file.ts';
import { keepSecrets } from './secrets.ts';
import { root, type Settings } from './settings.ts';

export interface OpenPortal {
  /** Resolves when every part answers `/readyz` and pages bring the remotes that were built. */
  ready: Promise<void>;
  /** Ends the parts, then the engines. */
  close: () => Promise<void>;
  /** Ends everything at once. */
  kill: () => void;
}

const nowhere = { mongoUrl: '', amqpUrl: '' };

/** Starts everything that is in the plan and keeps it running. The data folder must be taken. */
export function openPortal(plan: Plan, settings: Settings, tell: (line: string) => void): OpenPortal {
  const { dataDir, env } = settings;
  const closing = new AbortController();
  const runFile = new RunFile(dataDir);
  const engines: Kept[] = [];
  const parts: Kept[] = [];

  const open = async () => {
    const secrets = keepSecrets(dataDir, env);
    const brokerPasswords = env.AMQP_URL ? givenPasswords(env) : secrets.brokerPasswords;
    if (env.AMQP_URL && !plan.storeless) {
      void prepareBroker(env.AMQP_URL, { signal: closing.signal, trust: brokerTrust(env) });
    }
    const sliceStore = join(dataDir, 'slices');
    const keep = (engine: Kept) => engines.push(engine);
    const [stores, chromium, published] = await Promise.all([
      plan.storeless
        ? nowhere
        : startEngines({ dataDir, env, runFile, tell, keep, brokerPasswords: secrets.brokerPasswords }),
      plan.storeless ? '' : findOrInstallChromium({ env, tell }),
      makeFrontEnd(plan, { sliceStore, key: secrets.sliceKey, tell, signal: closing.signal }),
    ]);
    runFile.stores(stores);
    if (closing.signal.aborted) return;
    const portal = {
      ...settings,
      ...stores,
      ...addresses(settings),
      secrets,
      brokerPasswords,
      chromium,
      sliceStore,
    };
    tell('Starting the services …');
    parts.push(...plan.parts.map((part) => keepPart(part, { portal, runFile, tell })));
    await Promise.all(parts.map((part) => part.ready));
    await deployNew(published, { folder: sliceStore, portal: partsAt(settings.port), tell });
  };

  return {
    ready: open(),
    close: async () => {
      closing.abort();
      await Promise.all(parts.map((part) => part.stop()));
      await Promise.all(engines.map((engine) => engine.stop()));
      runFile.remove();
    },
    kill: () => {
      for (const kept of [...parts, ...engines]) kept.kill();
      runFile.remove();
    },
  };
}

async function makeFrontEnd(
  { bundles, remotes }: Plan,
  {
    sliceStore,
    key,
    ...options
  }: { sliceStore: string; key: SliceSigningKey; tell: (line: string) => void; signal: AbortSignal },
): Promise<Published[]> {
  const stamps = await buildStale(bundles, { ...options, checkout: root });
  const ofRemotes = new Map([...stamps].filter(([name]) => remotes.includes(name)));
  return publishNew(ofRemotes, { folder: sliceStore, checkout: root, key });
}

function keepPart(
  part: Part,
  { portal, runFile, tell }: { portal: Portal; runFile: RunFile; tell: (line: string) => void },
): Kept {
  const { name, offset } = part;
  const port = portal.port + offset;
  const logPath = join(portal.dataDir, 'logs', `${name}.log`);
  const log = part.shown ? (chunk: Buffer) => void process.stdout.write(chunk) : openLog(logPath);
  return keepRunning({
    name,
    start: () => startPart(part, portal, log),
    untilReady: (running) =>
      untilReady(running, {
        port,
        tell: (answer) => tell(`${name} is not ready yet: ${answer}. Its log: ${logPath}`),
      }),
    started: ({ pid }) => runFile.part(name, { pid, port }),
    tell: (line) => tell(`${line} Its log: ${logPath}`),
  });
}
