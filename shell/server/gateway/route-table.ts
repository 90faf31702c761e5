import type { Service, ServiceContract } from '@archaka/contracts';
import { MAX_BODY_WITH_FILES } from '@archaka/service-kit/server';

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

export interface RouteTable {
  readonly findRoute: (method: string | undefined, path: string) => Route | undefined;
  /** None where no service has a route. */
  readonly listMethods: (path: string) => readonly string[];
}

/** The shell's own addresses, which no service can claim. */
const OWN_ADDRESSES =
  /^\/(:|(healthz|readyz|metrics|slices|assets|waiting-room|\.well-known|api\/docs)(\/|$)|(sw\.js|slices\.json|platform\.json|favicon\.ico)$)/;

export function createRouteTable(contracts: readonly ServiceContract[]): RouteTable {
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
    findRoute(method, path) {
      const lookupMethod = method === 'HEAD' ? 'GET' : method;
      return findByPath(path).find((candidate) => candidate.method === lookupMethod);
    },
    listMethods: (path) => findByPath(path).map(({ method }) => method),
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
