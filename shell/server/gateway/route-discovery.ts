import { type Service, type ServiceContract, serviceContract, services } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';
import { createRouteTable, type RouteTable } from './route-table.ts';
import type { Upstreams } from './upstreams.ts';

/** Poll intervals before and after a service's first contract. */
const UNKNOWN_POLL_MS = 250;
const KNOWN_POLL_MS = 3000;

export interface DiscoveredRoutes {
  readonly table: () => RouteTable;
  readonly unknownServices: () => readonly Service[];
  /** Whether each service was polled, even without a response. */
  readonly hasPolledAll: () => boolean;
  readonly stop: () => void;
}

/** A service that stops answering keeps its routes. */
export function discoverRoutes({ upstreams, log }: { upstreams: Upstreams; log: Log }): DiscoveredRoutes {
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
    unknownServices: () => services.filter((service) => !contracts.has(service)),
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
