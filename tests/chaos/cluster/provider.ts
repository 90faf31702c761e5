import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type EngineLog, onMachine, startChild } from '@archaka/engines';
import { toOwnUrl } from './balancers.ts';
import { createMachine } from './machines.ts';

const NUMBER = 41;
const PORT = 8086;
const MAIN = fileURLToPath(new URL('../../../infra/razorpay-sim/src/main.ts', import.meta.url));

/** Razorpay's simulator on a separate machine. */
export interface Provider {
  readonly url: string;
  /** svc-payment's environment variables for the simulator. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startProvider(log: EngineLog): Promise<Provider> {
  const machine = await createMachine('provider', NUMBER);
  const keys = {
    RAZORPAY_KEY_ID: `rzp_test_${randomBytes(7).toString('hex')}`,
    RAZORPAY_KEY_SECRET: randomBytes(24).toString('hex'),
    RAZORPAY_WEBHOOK_SECRET: randomBytes(24).toString('hex'),
  };
  const url = `http://${machine.host}:${PORT}`;
  const child = await startChild({
    ...onMachine(machine, process.execPath, ['--disable-warning=ExperimentalWarning', MAIN]),
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'development', ...keys },
      ...{ HOST: machine.host, PORT: String(PORT) },
      WEBHOOK_URL: `${toOwnUrl('shell')}/api/payment/webhook`,
    },
    log,
  });
  return { url, variables: { ...keys, RAZORPAY_URL: url }, stop: child.stop };
}
