import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import Razorpay from 'razorpay';
import type { Dispute, Settlement } from '../../src/entities.ts';
import type { Delivery } from '../../src/ledger/ledger.ts';
import { waitFor } from './wait-for.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export const keys = { id: 'rzp_test_merchant', secret: 'key-secret', webhook: 'webhook-secret' };

export type LedgerView = {
  orders: { id: string; status: string; receipt: string | null }[];
  payments: { id: string; status: string; order_id: string }[];
  refunds: { id: string; status: string; payment_id: string }[];
  disputes: Dispute[];
  settlements: Settlement[];
  deliveries: Delivery[];
  faults: Record<string, unknown>;
};

export type Settings = { webhookUrl: string; dataFile?: string; port?: number };

/** The simulator as a separate process, and the official SDK with its address. */
export class Simulator {
  readonly url: string;
  readonly razorpay: Razorpay;
  readonly child: ChildProcess;
  output = '';

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.url = `http://127.0.0.1:${port}`;
    this.razorpay = createSdk(this.url);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
  }

  static async start({ webhookUrl, dataFile, port }: Settings): Promise<Simulator> {
    const actualPort = port ?? (await findFreePort());
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: String(actualPort),
        RAZORPAY_KEY_ID: keys.id,
        RAZORPAY_KEY_SECRET: keys.secret,
        RAZORPAY_WEBHOOK_SECRET: keys.webhook,
        WEBHOOK_URL: webhookUrl,
        ...(dataFile === undefined ? {} : { DATA_FILE: dataFile }),
      },
    });
    const simulator = new Simulator(child, actualPort);
    await waitFor(`the simulator: ${simulator.output}`, () => simulator.isReady()).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    return simulator;
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
    return answer?.ok === true;
  }

  async sim<Result = Record<string, unknown>>(path: string, body: object = {}): Promise<Result> {
    const response = await this.post(`/sim/${path}`, body);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Result;
  }

  post(path: string, body: object): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  submit(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    return fetch(`${this.url}${path}`, { method: 'POST', body, redirect: 'manual' });
  }

  async ledger(): Promise<LedgerView> {
    return (await (await fetch(`${this.url}/sim/ledger`)).json()) as LedgerView;
  }

  /** Ends the process and returns its exit code, null when it was killed. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }
}

/** The SDK has no option for another host; its HTTP client has. */
function createSdk(url: string): Razorpay {
  const razorpay = new Razorpay({ key_id: keys.id, key_secret: keys.secret });
  const { rq } = razorpay.api as unknown as { rq: { defaults: { baseURL: string } } };
  rq.defaults.baseURL = url;
  return razorpay;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
