import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Service, type ServiceContract, serviceContract, services } from '@archaka/contracts';
import { openPools, type ServiceAddresses, type ServicePools } from '@archaka/service-kit/pools';
import { type Log, MAX_BODY_WITH_FILES } from '@archaka/service-kit/server';

export type Upstreams = ServicePools;

/** Rendering a ticket or reading a file takes long. */
const TIMEOUT_MS = 60_000;

export const createUpstreams = (addresses: ServiceAddresses): Upstreams =>
  openPools(addresses, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

export const toAudience = (service: Service): string => `svc-${service}`;

export async function closeUpstreams(upstreams: Upstreams): Promise<void> {
  await Promise.all(Object.values(upstreams).map((pool) => pool.destroy()));
}

/** Answers a request that failed before its response began. */
export type Failed = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

export interface Route {
  readonly service: Service;
  readonly method: string;
  readonly pattern: string;
  readonly needsSession: boolean;
  readonly repeatable: boolean;
  readonly call?: {
    readonly changesState: boolean;
    /** Bytes. */
    readonly maxBody: number;
  };
}

/** The shell's own addresses, which no service can claim. */
const OWN_ADDRESSES =
  /^\/(:|(healthz|readyz|metrics|slices|assets|waiting-room|\.well-known|api\/docs)(\/|$)|(sw\.js|slices\.json|platform\.json|favicon\.ico)$)/;

export function createRouteTable(contracts: readonly ServiceContract[]) {
  const routes = contracts.flatMap(toRoutes);
  const exact = Map.groupBy(routes, ({ pattern }) => pattern);
  const patterns = routes
    .filter(({ pattern }) => pattern.includes('/:'))
    .map((route) => ({ route, segments: route.pattern.split('/') }));

  const findByPattern = (path: string): readonly Route[] => {
    const segments = path.split('/');
    return patterns.filter((candidate) => matches(candidate.segments, segments)).map(({ route }) => route);
  };
  const findByPath = (path: string): readonly Route[] => exact.get(path) ?? findByPattern(path);
  return {
    findRoute(method: string | undefined, path: string): Route | undefined {
      const lookupMethod = method === 'HEAD' ? 'GET' : method;
      return findByPath(path).find((candidate) => candidate.method === lookupMethod);
    },
    /** None where no service has a route. */
    listMethods: (path: string): readonly string[] => findByPath(path).map(({ method }) => method),
  };
}

function toRoutes({ service, calls, routes }: ServiceContract): Route[] {
  const callRoutes = calls.flatMap(
    ({ path, methods, session, kind, max_body: maxBody = MAX_BODY_WITH_FILES }) => {
      const [repeatable, call] = [kind !== 'command', { changesState: kind !== 'query', maxBody }];
      return methods.map((method) => ({ service, method, pattern: path, session, repeatable, call }));
    },
  );
  const otherRoutes = routes.map(({ method, path, session }) => ({
    service,
    method,
    pattern: path,
    session,
    repeatable: method === 'GET',
  }));
  return [...callRoutes, ...otherRoutes]
    .filter(
      ({ session, pattern }) =>
        session !== 'service' && !pattern.startsWith('/internal/') && !OWN_ADDRESSES.test(pattern),
    )
    .map(({ session, ...route }) => ({ ...route, needsSession: session === 'required' }));
}

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((segment, index) =>
    segment.startsWith(':') ? segments[index] !== '' : segment === segments[index],
  );

/** Poll intervals before and after a service's first contract. */
const UNKNOWN_POLL_MS = 250;
const KNOWN_POLL_MS = 3000;

export type DiscoveredRoutes = ReturnType<typeof discoverRoutes>;

/** A service that stops answering keeps its routes. */
export function discoverRoutes({ upstreams, log }: { upstreams: Upstreams; log: Log }) {
  const contracts = new Map<Service, ServiceContract>();
  const polled = new Set<Service>();
  const timers = new Map<Service, NodeJS.Timeout>();
  const stopped = new AbortController();
  let table = createRouteTable([]);

  async function poll(service: Service): Promise<void> {
    const contract = await fetchContract(upstreams, service, stopped.signal);
    polled.add(service);
    if (contract) updateContract(service, contract);
    if (stopped.signal.aborted) return;
    const timer = setTimeout(
      () => void poll(service),
      contracts.has(service) ? KNOWN_POLL_MS : UNKNOWN_POLL_MS,
    );
    timers.set(service, timer);
  }

  function updateContract(service: Service, contract: ServiceContract): void {
    const current = contracts.get(service);
    if (JSON.stringify(current) === JSON.stringify(contract)) return;
    contracts.set(service, contract);
    table = createRouteTable([...contracts.values()]);
    log.info({ part: service, version: contract.version, calls: contract.calls.length }, 'contract loaded');
  }

  for (const service of services) void poll(service);
  return {
    table: () => table,
    unknownServices: (): readonly Service[] => services.filter((service) => !contracts.has(service)),
    /** Whether each service was polled, even without a response. */
    hasPolledAll: () => polled.size === services.length,
    stop() {
      stopped.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

async function fetchContract(
  upstreams: Upstreams,
  service: Service,
  stopped: AbortSignal,
): Promise<ServiceContract | undefined> {
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(2000)]);
    const { statusCode, body } = await upstreams[service].request({
      method: 'GET',
      path: '/contract',
      signal,
    });
    const content = await body.json();
    const parsed = serviceContract.safeParse(content);
    return statusCode === 200 && parsed.data?.service === service ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The path of a request's target, including the absolute form, which proxies may send (RFC 9112, 3.2.2). */
export function parsePath(target = '/'): string {
  if (target.startsWith('/') && !target.includes('#')) {
    const query = target.indexOf('?');
    return query === -1 ? target : target.slice(0, query);
  }
  return URL.parse(target, 'http://portal')?.pathname ?? '';
}
