import { type Service, services } from '@archaka/contracts';
import type { DiscoveredRoutes } from './route-discovery.ts';
import { toAudience, type Upstreams } from './upstreams.ts';

type Probe = () => Promise<void>;

/** `routes` waits until all services were polled, so that all gateways answer unknown addresses alike. */
export function createReadinessProbes(upstreams: Upstreams, routes: DiscoveredRoutes): Record<string, Probe> {
  const createProbe =
    (service: Service): Probe =>
    async () => {
      if (routes.unknownServices().includes(service)) throw new Error('Its contract is not known');
      const { statusCode, body } = await upstreams[service].request({
        method: 'GET',
        path: '/readyz',
        headersTimeout: 2000,
        bodyTimeout: 2000,
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`It responded ${statusCode}`);
    };
  const routesProbe: Probe = async () => {
    if (!routes.hasPolledAll()) throw new Error('Not every service has been polled for its contract');
  };
  const serviceProbes = services.map((service) => [toAudience(service), createProbe(service)]);
  return { routes: routesProbe, ...Object.fromEntries(serviceProbes) };
}
