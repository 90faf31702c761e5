import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@archaka/engines';
import { type Portal, type RunningProcess, startProcess } from '@archaka/test-kit';

const ROLES = ['gateway', 'auth', 'application', 'payment', 'ticket'] as const;
const COMPONENT_MAIN = fileURLToPath(new URL('baseline-component.ts', import.meta.url));

export interface Baseline {
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}

/** Starts the baseline's components on the portal's own stores, broker and simulator. */
export async function startBaseline(portal: Portal): Promise<Baseline> {
  const [{ mongoUrl, amqpUrl }, secrets, ports] = await Promise.all([
    portal.running(),
    readFile(join(portal.dataDir, 'secrets.json'), 'utf8').then(JSON.parse),
    freePorts(ROLES.length),
  ]);
  const getUrl = (role: (typeof ROLES)[number]) => `http://127.0.0.1:${ports[ROLES.indexOf(role)]}`;
  const nextUrls = { gateway: getUrl('application'), application: getUrl('payment') } as const;
  const basicCredentials = Buffer.from(`${secrets.RAZORPAY_KEY_ID}:${secrets.RAZORPAY_KEY_SECRET}`).toString(
    'base64',
  );

  const started: RunningProcess[] = await Promise.all(
    ROLES.map((role) =>
      startProcess({
        name: `baseline ${role}`,
        main: COMPONENT_MAIN,
        url: getUrl(role),
        env: {
          ROLE: role,
          PORT: new URL(getUrl(role)).port,
          MONGO_URL: mongoUrl,
          AMQP_URL: amqpUrl,
          NEXT_URL: nextUrls[role as keyof typeof nextUrls] ?? '',
          AUTH_URL: getUrl('auth'),
          SIMULATOR_URL: portal.simulator,
          BASIC: `Basic ${basicCredentials}`,
          NODE_ENV: 'production',
        },
      }),
    ),
  );
  return { url: getUrl('gateway'), stop: () => Promise.all(started.map((component) => component.kill())) };
}
