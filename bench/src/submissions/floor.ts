import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@archaka/engines';
import { type Portal, type RunningProcess, startProcess } from '@archaka/test-kit';

const ROLES = ['gateway', 'auth', 'application', 'payment', 'ticket'] as const;
const PART = fileURLToPath(new URL('floor-part.ts', import.meta.url));

export interface Floor {
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}

/** Starts the floor's parts on the portal's own stores, broker and simulator. */
export async function startFloor(portal: Portal): Promise<Floor> {
  const [{ mongoUrl, amqpUrl }, secrets, ports] = await Promise.all([
    portal.running(),
    readFile(join(portal.dataDir, 'secrets.json'), 'utf8').then(JSON.parse),
    freePorts(ROLES.length),
  ]);
  const urlOf = (role: (typeof ROLES)[number]) => `http://127.0.0.1:${ports[ROLES.indexOf(role)]}`;
  const next = { gateway: urlOf('application'), application: urlOf('payment') } as const;
  const basic = Buffer.from(`${secrets.RAZORPAY_KEY_ID}:${secrets.RAZORPAY_KEY_SECRET}`).toString('base64');

  const started: RunningProcess[] = await Promise.all(
    ROLES.map((role) =>
      startProcess({
        name: `floor ${role}`,
        main: PART,
        url: urlOf(role),
        env: {
          ROLE: role,
          PORT: new URL(urlOf(role)).port,
          MONGO_URL: mongoUrl,
          AMQP_URL: amqpUrl,
          NEXT_URL: next[role as keyof typeof next] ?? '',
          AUTH_URL: urlOf('auth'),
          SIMULATOR_URL: portal.simulator,
          BASIC: `Basic ${basic}`,
          NODE_ENV: 'production',
        },
      }),
    ),
  );
  return { url: urlOf('gateway'), stop: () => Promise.all(started.map((part) => part.kill())) };
}
