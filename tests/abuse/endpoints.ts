import { calls, internalRoutes, type Service, services, toCallPath } from '@archaka/contracts';
import type { Portal } from '@archaka/test-kit';

/** An address that accepts requests. */
export interface Endpoint {
  /** Origin and path, ids filled in. */
  readonly url: string;
  readonly method: string;
  /** Its name, as `gateway POST /api/documents`. */
  readonly name: string;
  /** Fields of its body, for attacks on one of them. */
  readonly fields: readonly string[];
}

interface Operation {
  readonly requestBody?: unknown;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head'];

/** Undocumented addresses of the shell and the payment request handler (interfaces.md). */
const UNDOCUMENTED = {
  gateway: ['GET /', 'GET /slices.json', 'GET /api/docs/openapi.json', 'POST /slices/faults', 'GET /readyz'],
  handler: ['POST /checkpaynumberandaadhar', 'OPTIONS /checkpaynumberandaadhar'],
  service: ['GET /contract', 'GET /healthz', 'GET /readyz', 'GET /metrics'],
};

const findFields = (path: string): string[] => {
  const shape = Object(calls.find((call) => toCallPath(call) === path)?.request).shape;
  return Object.keys(shape ?? {});
};

interface Component {
  readonly name: string;
  readonly origin: string;
}

function createEndpoint({ name, origin }: Component, method: string, path: string): Endpoint {
  const url = origin + path.replace(/[:{]\w+}?/g, 'unknown');
  return { url, method, name: `${name} ${method} ${path}`, fields: findFields(path) };
}

const createEndpoints = (component: Component, lines: readonly string[]): Endpoint[] =>
  lines.map((line) => {
    const [method = '', path = ''] = line.split(' ');
    return createEndpoint(component, method, path);
  });

/** Every operation of the OpenAPI document at the address. */
async function readDocumented(component: Component, address: string): Promise<Endpoint[]> {
  const { paths } = (await (await fetch(component.origin + address)).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => METHODS.includes(method))
      .map((method) => createEndpoint(component, method.toUpperCase(), path)),
  );
}

/** Calls between services, which are rejected without a service token. */
function listInternal(component: Component, service: Service): Endpoint[] {
  const internalCalls = calls.filter((call) => call.service === service && call.session === 'service');
  const routes = Object.values(internalRoutes).filter((route) => route.service === service);
  return [
    ...internalCalls.map((call) => createEndpoint(component, 'POST', toCallPath(call))),
    ...routes.map(({ method, path }) => createEndpoint(component, method, path)),
  ];
}

async function listEndpoints(service: Service, origin: string): Promise<Endpoint[]> {
  const component = { name: `svc-${service}`, origin };
  const published = await readDocumented(component, '/openapi.json');
  return [
    ...published,
    ...listInternal(component, service),
    ...createEndpoints(component, UNDOCUMENTED.service),
  ];
}

/** Every endpoint of the gateway, of each service on its own port, and of the payment request handler. */
export async function findEndpoints({ origin, handler, running }: Portal): Promise<Endpoint[]> {
  const { parts } = await running();
  const gateway = { name: 'gateway', origin };
  const serviceEndpoints = services.map((service) =>
    listEndpoints(service, `http://localhost:${parts[`svc-${service}`]?.port}`),
  );
  const endpoints = await Promise.all([
    readDocumented(gateway, '/api/docs/openapi.json'),
    ...serviceEndpoints,
  ]);
  return [
    ...endpoints.flat(),
    ...createEndpoints(gateway, UNDOCUMENTED.gateway),
    ...createEndpoints({ name: 'handler', origin: handler }, UNDOCUMENTED.handler),
  ];
}
