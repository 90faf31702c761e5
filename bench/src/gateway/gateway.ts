import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applicant,
  buildShell,
  openStage,
  type Stage,
  startService,
  startStores,
  variablesOfStores,
} from '@archaka/test-kit';
import { Client } from 'undici';
import { statOf } from '../process-stat.ts';
import { median, timed } from '../statistics.ts';
import type { Figure } from '../table.ts';

const SERVICES = ['svc-application', 'svc-payment', 'svc-ticket'] as const;
const ROUNDS = 10;
const A_ROUND = 500;
/** A session may make 100 calls a second. */
const SESSIONS = 40;
const WARM_UP = 1000;
const ADDED_AIM_MS = 1;
const CPU_AIM_MS = 0.25;

/** Asks for the applicant's draft: a query that its service answers from the store. */
type Ask = (which: number) => Promise<void>;

function asker(client: Client, headers: readonly Record<string, string>[]): Ask {
  return async (which) => {
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: '/api/dashboard/getsaveformdata',
      headers: { 'content-type': 'application/json', ...headers[which % headers.length] },
      body: '{}',
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  };
}

async function askers({ auth, signedIn, urls }: Stage, clients: { direct: Client; gateway: Client }) {
  const people = Array.from({ length: SESSIONS }, () => applicant());
  return {
    direct: asker(clients.direct, await Promise.all(people.map((one) => signedIn(one, 'svc-application')))),
    gateway: asker(
      clients.gateway,
      people.map((one) => ({ cookie: auth.cookie(one), origin: urls.shell })),
    ),
  };
}

async function timesOf(ask: Ask, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let which = 0; which < count; which += 1) times.push(await timed(() => ask(which)));
  return times;
}

/** Of the process, in user and kernel together. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await statOf(pid);
  return stat ? stat.userMs + stat.kernelMs : Number.NaN;
}

/** Direct and through the gateway in turn, one request after the other. */
async function compare({ direct, gateway }: { direct: Ask; gateway: Ask }, pid: number) {
  await timesOf(direct, WARM_UP);
  await timesOf(gateway, WARM_UP);
  const [bare, through]: [number[], number[]] = [[], []];
  let cpu = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(...(await timesOf(direct, A_ROUND)));
    const before = await cpuMs(pid);
    through.push(...(await timesOf(gateway, A_ROUND)));
    cpu += (await cpuMs(pid)) - before;
  }
  return { bareMs: median(bare), throughMs: median(through), cpuMs: cpu / through.length };
}

/** What the gateway adds to a call, against its service called directly in the same run. */
export async function measure(): Promise<Figure[]> {
  await buildShell();
  const stores = await startStores();
  Object.assign(process.env, variablesOfStores(stores));
  const slices = await mkdtemp(join(tmpdir(), 'slices-'));
  const stage = await openStage();
  const clients = { direct: new Client(stage.urls.application), gateway: new Client(stage.urls.shell) };
  try {
    await Promise.all(SERVICES.map((name) => startService(name, { stage })));
    const shell = await startService('shell', { stage, env: { SLICE_STORE: slices } });
    return figuresOf(await compare(await askers(stage, clients), shell.pid));
  } finally {
    await Promise.all([clients.direct.close(), clients.gateway.close()]);
    await stage.close();
    await stores.stop();
    await rm(slices, { recursive: true });
  }
}

function figuresOf({ bareMs, throughMs, cpuMs: cpu }: Awaited<ReturnType<typeof compare>>): Figure[] {
  const added = throughMs - bareMs;
  return [
    {
      what: `a signed-in query through the gateway, median of ${ROUNDS * A_ROUND}`,
      measured: `${throughMs.toFixed(2)} ms, ${added.toFixed(2)} ms more`,
      against: `the service called directly: ${bareMs.toFixed(2)} ms`,
      ratio: `${(throughMs / bareMs).toFixed(2)} (aim ≤ ${ADDED_AIM_MS} ms more)`,
      reached: added <= ADDED_AIM_MS,
    },
    {
      what: 'CPU of the gateway for such a query',
      measured: `${cpu.toFixed(3)} ms`,
      against: `${CPU_AIM_MS} ms`,
      ratio: (cpu / CPU_AIM_MS).toFixed(2),
      reached: cpu <= CPU_AIM_MS,
    },
  ];
}
