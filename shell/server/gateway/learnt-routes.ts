import { type Service, type ServiceContract, serviceContract, services } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit/server';
import { type RouteTable, routeTable } from './route-table.ts';
import type { Upstreams } from './upstreams.ts';

/** Until a service has been heard of, and from then on: how often it is asked for its contract. */
const unknownMs = 250;
const knownMs = 3000;

export interface LearntRoutes {
  readonly table: () => RouteTable;
  /** Services that have not told their contract yet. */
  readonly unknown: () => readonly Service[];
  /** Whether each service has been asked, though it may not have answered. */
  readonly allAsked: () => boolean;
  readonly stop: () => void;
}

/** Learns from each service which addresses it answers; a service that falls silent keeps its routes. */
export function learnRoutes({ upstreams, log }: { upstreams: Upstreams; log: Log }): LearntRoutes {
  const contracts = new Map<Service, ServiceContract>();
  const asked = new Set<Service>();
  const timers = new Map<Service, NodeJS.Timeout>();
  const stopped = new AbortController();
  let table = routeTable([]);

  async function ask(service: Service): Promise<void> {
    const contract = await contractOf(upstreams, service, stopped.signal);
    asked.add(service);
    if (contract) learn(service, contract);
    if (stopped.signal.aborted) return;
    const again = setTimeout(() => void ask(service), contracts.has(service) ? knownMs : unknownMs);
    timers.set(service, again);
  }

  function learn(service: Service, contract: ServiceContract): void {
    const known = contracts.get(service);
    if (JSON.stringify(known) === JSON.stringify(contract)) return;
    contracts.set(service, contract);
    table = routeTable([...contracts.values()]);
    log.info({ part: service, version: contract.version, calls: contract.calls.length }, 'contract learnt');
  }

  for (const service of services) void ask(service);
  return {
    table: () => table,
    unknown: () => services.filter((service) => !contracts.has(service)),
    allAsked: () => asked.size === services.length,
    stop() {
      stopped.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

async function contractOf(
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
    const answer = await body.json();
    const parsed = serviceContract.safeParse(answer);
    return statusCode === 200 && parsed.data?.service === service ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
