import { calls, internalRoutes, pathOf, type Service, services } from '@archaka/contracts';
import type { Portal } from '@archaka/test-kit';

/** An address that takes requests. */
export interface Door {
  /** Origin and path, ids filled in. */
  readonly url: string;
  readonly method: string;
  /** As it is published, `gateway POST /api/documents`. */
  readonly name: string;
  /** Fields of its body, for what is hostile in one of them alone. */
  readonly fields: readonly string[];
}

interface Operation {
  readonly requestBody?: unknown;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head'];

/** Not in any document: what the shell and the payment request handler answer besides (interfaces.md). */
const FURTHER = {
  gateway: ['GET /', 'GET /slices.json', 'GET /api/docs/openapi.json', 'POST /slices/faults', 'GET /readyz'],
  handler: ['POST /checkpaynumberandaadhar', 'OPTIONS /checkpaynumberandaadhar'],
  service: ['GET /contract', 'GET /healthz', 'GET /readyz', 'GET /metrics'],
};

const fieldsOf = (path: string): string[] => {
  const shape = Object(calls.find((call) => pathOf(call) === path)?.request).shape;
  return Object.keys(shape ?? {});
};

interface Place {
  readonly name: string;
  readonly origin: string;
}

function door({ name, origin }: Place, method: string, path: string): Door {
  const url = origin + path.replace(/[:{]\w+}?/g, 'unknown');
  return { url, method, name: `${name} ${method} ${path}`, fields: fieldsOf(path) };
}

const further = (place: Place, lines: readonly string[]): Door[] =>
  lines.map((line) => {
    const [method = '', path = ''] = line.split(' ');
    return door(place, method, path);
  });

/** Every operation of the OpenAPI document that is published at the address. */
async function documented(place: Place, address: string): Promise<Door[]> {
  const { paths } = (await (await fetch(place.origin + address)).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => METHODS.includes(method))
      .map((method) => door(place, method.toUpperCase(), path)),
  );
}

/** What is between services only, and refused without a service's token. */
function internal(place: Place, service: Service): Door[] {
  const own = calls.filter((call) => call.service === service && call.session === 'service');
  const routes = Object.values(internalRoutes).filter((route) => route.service === service);
  return [
    ...own.map((call) => door(place, 'POST', pathOf(call))),
    ...routes.map(({ method, path }) => door(place, method, path)),
  ];
}

async function doorsOf(service: Service, origin: string): Promise<Door[]> {
  const place = { name: `svc-${service}`, origin };
  const published = await documented(place, '/openapi.json');
  return [...published, ...internal(place, service), ...further(place, FURTHER.service)];
}

/** Every door of the gateway, of each service on its own port, and of the payment request handler. */
export async function findDoors({ origin, handler, running }: Portal): Promise<Door[]> {
  const { parts } = await running();
  const gateway = { name: 'gateway', origin };
  const ofServices = services.map((service) =>
    doorsOf(service, `http://localhost:${parts[`svc-${service}`]?.port}`),
  );
  const doors = await Promise.all([documented(gateway, '/api/docs/openapi.json'), ...ofServices]);
  return [
    ...doors.flat(),
    ...further(gateway, FURTHER.gateway),
    ...further({ name: 'handler', origin: handler }, FURTHER.handler),
  ];
}
