import { readFileSync } from 'node:fs';

/**
 * Loaded before each component (`node --import`). Its URL's parameter `orders` is a folder of files:
 * `svc-auth.clock` is read at the start and holds the error of the component's clock in ms.
 * `svc-auth.kill` is read at each SIGUSR2 and holds the kill order; without the file no order is active.
 * `variables.json` overrides the launcher's environment variables for all components.
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
