import { readFileSync } from 'node:fs';

/**
 * Loaded before each part of the portal (`node --import`). `orders` in its address is a folder: there
 * `svc-auth.clock` says at the start by how many ms the part's calendar is wrong, and on SIGUSR2
 * `svc-auth.kill` says where the part is killed; the latest order counts, and without the file there is none.
 * `variables.json` has variables that all parts read in place of what their launcher says.
 */
const orders = new URL(import.meta.url).searchParams.get('orders') ?? '';
const [, component] = /([^/]+)\/(?:src|server)\/main\.ts$/.exec(process.argv[1] ?? '') ?? [];

const readOrder = (kind: string): string | undefined => readOrderFile(`${component}.${kind}`);

function readOrderFile(name: string): string | undefined {
  try {
    return readFileSync(`${orders}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

if (component) {
  Object.assign(process.env, JSON.parse(readOrderFile('variables.json') ?? '{}'));
  const clockErrorMs = readOrder('clock');
  if (clockErrorMs) {
    process.env.TEST_CLOCK_MS = clockErrorMs;
    await import('@archaka/test-kit/clock');
  }
  process.on('SIGUSR2', async () => {
    const { killBy } = await import('../preload/kill-by.ts');
    killBy(readOrder('kill'));
  });
}
