import { contractVersions, digestOf } from '@archaka/compatibility';
import { type PublicRoute, pathOf, type Service, type ServiceContract } from '@archaka/contracts';
import { methodsOf } from './call-routes.ts';
import { maxBodyOf } from './read-body.ts';
import type { Served } from './serve.ts';

interface Published {
  readonly service: Service;
  readonly version: string;
  readonly handlers: readonly Served[];
  readonly publicRoutes: readonly PublicRoute[];
}

/** What the gateway learns its routes from; internal calls are not in it. */
export function contractOf({ service, version, handlers, publicRoutes }: Published): ServiceContract {
  const published = handlers.filter(({ call }) => call.session !== 'service');
  return {
    service,
    version,
    contracts: contractVersions(),
    calls: published.map((served) => ({
      name: served.call.name,
      path: pathOf(served.call),
      methods: methodsOf(served),
      session: served.call.session,
      kind: served.call.kind,
      digest: digestOf(served.call),
      max_body: maxBodyOf(served.call),
    })),
    routes: publicRoutes.map(({ method, path, session }) => ({ method, path, session })),
  };
}
