import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@archaka/engines';
import {
  buildShell,
  openStage,
  startProcess,
  startService,
  startStores,
  variablesOfStores,
} from '@archaka/test-kit';
import { Client } from 'undici';
import type { Figure } from '../table.ts';
import { askers } from './ask.ts';
import { compare } from './compare.ts';
import { figuresOf } from './figures.ts';

const SERVICES = ['svc-application', 'svc-payment', 'svc-ticket'] as const;
const BARE_PROXY = fileURLToPath(new URL('bare-proxy.ts', import.meta.url));

async function startBareProxy(service: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startProcess({
    name: 'bare proxy',
    main: BARE_PROXY,
    url,
    env: { PORT: String(port), SERVICE_URL: service },
  });
}

/** What the gateway adds to a call, against its service called directly in the same run. */
export async function measure(): Promise<Figure[]> {
  await buildShell();
  const stores = await startStores();
  Object.assign(process.env, variablesOfStores(stores));
  const slices = await mkdtemp(join(tmpdir(), 'slices-'));
  const stage = await openStage();
  try {
    await Promise.all(SERVICES.map((name) => startService(name, { stage })));
    const shell = await startService('shell', { stage, env: { SLICE_STORE: slices } });
    const bare = await startBareProxy(stage.urls.application);
    stage.add({ stop: bare.stop });
    const clients = {
      direct: new Client(stage.urls.application),
      bare: new Client(bare.url),
      gateway: new Client(stage.urls.shell),
    };
    const ask = await askers(stage, clients);
    const taken = await compare({
      direct: { ask: ask.direct },
      bare: { ask: ask.bare, pid: bare.pid },
      gateway: { ask: ask.gateway, pid: shell.pid },
    });
    await Promise.all(Object.values(clients).map((client) => client.close()));
    return figuresOf(taken);
  } finally {
    await stage.close();
    await stores.stop();
    await rm(slices, { recursive: true });
  }
}
