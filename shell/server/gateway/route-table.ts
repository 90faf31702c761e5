import type { Service, ServiceContract } from '@archaka/contracts';
import { MAX_BODY_WITH_FILES } from '@archaka/service-kit/server';

export interface Route {
  readonly service: Service;
  readonly method: string;
  /** As the service publishes it, `/api/tickets/:application_id`. */
  readonly pattern: string;
  readonly needsSession: boolean;
  /** Whether it may be sent again when the connection failed. */
  readonly repeatable: boolean;
  /** Absent at addresses that are no call. */
  readonly call?: {
    readonly changes: boolean;
    /** Bytes that its body may have. */
    readonly maxBody: number;
  };
}

export interface RouteTable {
  /** The route of an address; `methods` lists what the address does answer when it is not this method. */
  find: (method: string, path: string) => { route?: Route; methods: readonly string[] };
}

/** Puts the published calls and routes of all learnt services into one table. */
export function routeTable(contracts: readonly ServiceContract[]): RouteTable {
  const routes = contracts.flatMap(routesOf);
  const exact = Map.groupBy(routes, ({ pattern }) => pattern);
  const patterns = routes
    .filter(({ pattern }) => pattern.includes('/:'))
    .map((route) => ({ route, parts: route.pattern.split('/') }));

  const at = (path: string): readonly Route[] => {
    const parts = path.split('/');
    return (
      exact.get(path) ?? patterns.filter((known) => matches(known.parts, parts)).map(({ route }) => route)
    );
  };
  return {
    find(method, path) {
      const here = at(path);
      const asked = method === 'HEAD' ? 'GET' : method;
      const route = here.find((known) => known.method === asked);
      return { ...(route && { route }), methods: here.map((known) => known.method) };
    },
  };
}

function routesOf({ service, calls, routes }: ServiceContract): Route[] {
  const ofCalls = calls.flatMap(
    ({ path, methods, session, kind, max_body: maxBody = MAX_BODY_WITH_FILES }) => {
      const [repeatable, call] = [kind !== 'command', { changes: kind !== 'query', maxBody }];
      return methods.map((method) => ({ service, method, pattern: path, session, repeatable, call }));
    },
  );
  const others = routes.map(({ method, path, session }) => ({
    service,
    method,
    pattern: path,
    session,
    repeatable: method === 'GET',
  }));
  return [...ofCalls, ...others]
    .filter(({ session, pattern }) => session !== 'service' && !pattern.startsWith('/internal/'))
    .map(({ session, ...route }) => ({ ...route, needsSession: session === 'required' }));
}

const matches = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]));
