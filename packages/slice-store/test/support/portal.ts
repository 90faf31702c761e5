import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceContract } from '@archaka/contracts';

type Service = ServiceContract['service'];
type Call = ServiceContract['calls'][number];

/** The parts of a portal, as far as the registry asks them. */
export interface StandInPortal {
  /** By which commands find it. */
  readonly env: Readonly<Record<string, string>>;
  /** What the shell lends from now on. */
  lend: (...names: string[]) => void;
  /** The calls that svc-application answers from now on. */
  answer: (...calls: { name: string; digest: string }[]) => void;
  readonly stop: () => void;
}

/** The shell takes up every revision at once. */
const seenAlready = { revision: Number.MAX_SAFE_INTEGER };

export async function standInPortal(): Promise<StandInPortal> {
  let lent: string[] = [];
  let answered: Call[] = [];
  const contract = (service: Service): ServiceContract => ({
    service,
    version: '1',
    contracts: ['2.0.0'],
    calls: service === 'application' ? answered : [],
    routes: [],
  });
  const shell = await listening((path) => (path === '/platform.json' ? { exports: lent } : seenAlready));
  const names = ['auth', 'application', 'payment', 'ticket'] as const;
  const services = await Promise.all(
    names.map(async (name) => ({ name, server: await listening(() => contract(name)) })),
  );
  const variables = services.map(({ name, server }) => [`${name.toUpperCase()}_URL`, addressOf(server)]);
  return {
    env: { SHELL_URL: addressOf(shell), ...Object.fromEntries(variables) },
    lend(...exports) {
      lent = exports;
    },
    answer(...calls) {
      answered = calls.map(({ name, digest }) => ({
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

const listening = (answer: (path: string) => object): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(request.url ?? '')));
    }).listen(0, '127.0.0.1', () => resolve(server));
  });

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
