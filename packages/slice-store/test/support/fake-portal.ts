import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceContract } from '@archaka/contracts';

type Service = ServiceContract['service'];
type Call = ServiceContract['calls'][number];

/** The components that the registry queries. */
export interface FakePortal {
  /** Variables by which commands find it. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the shell's shared exports. */
  shareExports: (...names: string[]) => void;
  /** Sets the calls that svc-application answers. */
  setCalls: (...calls: { name: string; digest: string }[]) => void;
  readonly stop: () => void;
}

/** The shell applies every revision at once. */
const latestRevision = { revision: Number.MAX_SAFE_INTEGER };

export async function startFakePortal(): Promise<FakePortal> {
  let sharedExports: string[] = [];
  let publishedCalls: Call[] = [];
  const contract = (service: Service): ServiceContract => ({
    service,
    version: '1',
    contracts: ['2.0.0'],
    calls: service === 'application' ? publishedCalls : [],
    routes: [],
  });
  const shell = await startServer((path) =>
    path === '/platform.json' ? { exports: sharedExports } : latestRevision,
  );
  const names = ['auth', 'application', 'payment', 'ticket', 'desk'] as const;
  const services = await Promise.all(
    names.map(async (name) => ({ name, server: await startServer(() => contract(name)) })),
  );
  const variables = services.map(({ name, server }) => [`${name.toUpperCase()}_URL`, toAddress(server)]);
  return {
    env: { SHELL_URL: toAddress(shell), ...Object.fromEntries(variables) },
    shareExports(...exports) {
      sharedExports = exports;
    },
    setCalls(...calls) {
      publishedCalls = calls.map(({ name, digest }) => ({
        name,
        digest,
        path: `/api/dashboard/${name}`,
        methods: ['POST'],
        session: 'none',
        kind: 'query',
      }));
    },
    stop() {
      for (const server of [shell, ...services.map((each) => each.server)]) {
        server.close().closeAllConnections();
      }
    },
  };
}

const startServer = (respond: (path: string) => object): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(respond(request.url ?? '')));
    }).listen(0, '127.0.0.1', () => resolve(server));
  });

const toAddress = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
