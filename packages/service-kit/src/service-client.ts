import {
  type AddressVariable,
  type Call,
  mapServices,
  type Service,
  toAddressVariable,
  toCallPath,
} from '@archaka/contracts';
import { type Dispatcher, Pool } from 'undici';
import type * as z from 'zod';
import type { ServiceSigner } from './auth/service-tokens.ts';
import { DependencyUnavailable, forbidden, HttpProblem, notFound } from './errors.ts';
import { retryWhile } from './retry-policy.ts';
import { currentScope } from './scope.ts';
import { runInSpan } from './tracing/span.ts';

/** Shorter than a stopping service's drain, so that no request meets a closing connection. */
const IDLE_MS = 4000;

export type ServicePools = Readonly<Record<Service, Pool>>;

export type ServiceAddresses = Readonly<Record<AddressVariable, string>>;

export function openPools(addresses: ServiceAddresses, limits: Pool.Options): ServicePools {
  const options = {
    connect: { timeout: 2000 },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    ...limits,
  };
  return mapServices((service) => new Pool(addresses[toAddressVariable(service)], options));
}

const DEFAULT_TIMEOUT_MS = 5000;
const CONNECTIONS = 64;

export interface CallOptions {
  /** For all attempts together; default 5,000. */
  readonly timeoutMs?: number;
}

export interface ServiceClient {
  /** Retries queries and idempotent calls. @throws DependencyUnavailable for 5xx or a timeout, HttpProblem 403, 404 */
  call<Body extends z.ZodType, Answer extends z.ZodType>(
    call: Call<Body, Answer>,
    body: z.input<Body>,
    options?: CallOptions,
  ): Promise<z.output<Answer>>;
  /** Fetches a file from an internal route. Fails like `call`. */
  get(service: Service, path: string, options?: CallOptions): Promise<{ type: string; content: Buffer }>;
}

interface ServiceRequest {
  readonly service: Service;
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | null;
  readonly isRepeatable: boolean;
}

/** A response outside the contract: an error of one side, not an outage. */
class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
}

const retryPolicy = retryWhile((error) => error instanceof DependencyUnavailable);

const problemsByStatus: Readonly<Record<number, () => HttpProblem>> = { 403: forbidden, 404: notFound };

const isFinal = (error: unknown): boolean =>
  error instanceof HttpProblem || error instanceof UnexpectedResponse;

async function toError(dependency: string, { statusCode, body }: Dispatcher.ResponseData): Promise<Error> {
  await body.dump();
  if (statusCode >= 500 || statusCode === 429)
    return new DependencyUnavailable(dependency, new Error(`responded ${statusCode}`));
  return problemsByStatus[statusCode]?.() ?? new UnexpectedResponse(`${dependency} responded ${statusCode}`);
}

function createHeaders(token: string): Record<string, string> {
  const { requestId, traceparent } = currentScope() ?? {};
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(requestId ? { 'x-request-id': requestId } : {}),
    ...(traceparent ? { traceparent } : {}),
  };
}

/** `close` completes calls in flight. */
export function createServiceClient(
  urls: ServiceAddresses,
  sign: ServiceSigner,
): ServiceClient & { close(): Promise<void> } {
  const pools = openPools(urls, { connections: CONNECTIONS });

  const attempt = async (
    { service, name, method, path, body }: ServiceRequest,
    signal: AbortSignal,
  ): Promise<{ type: string; content: Buffer }> => {
    const dependency = `svc-${service}`;
    try {
      const headers = createHeaders(await sign(dependency, name));
      const response = await pools[service].request({ method, path, body, headers, signal });
      if (response.statusCode !== 200) throw await toError(dependency, response);
      const content = Buffer.from(await response.body.arrayBuffer());
      return { type: String(response.headers['content-type']), content };
    } catch (error) {
      throw isFinal(error) ? error : new DependencyUnavailable(dependency, error);
    }
  };

  const send = async (request: ServiceRequest, { timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const name = `svc-${request.service} ${request.name}`;
    const attributes = { 'http.request.method': request.method };
    const attemptInSpan = () =>
      runInSpan({ name, kind: 'client', attributes: { ...attributes } }, () => attempt(request, deadline));
    if (!request.isRepeatable) return attemptInSpan();
    try {
      return await retryPolicy.execute(attemptInSpan, deadline);
    } catch (error) {
      throw isFinal(error) ? error : new DependencyUnavailable(`svc-${request.service}`, error);
    }
  };

  return {
    async call(call, body, options = {}) {
      const { service, name } = call;
      const isRepeatable = call.kind !== 'command';
      const path = toCallPath(call);
      const request = {
        service,
        name,
        method: 'POST',
        path,
        body: JSON.stringify(body),
        isRepeatable,
      } as const;
      const { content } = await send(request, options);
      return call.response.body.parse(JSON.parse(content.toString('utf8')));
    },
    get: (service, path, options = {}) =>
      send(
        { service, name: path.split('/')[2] ?? '', method: 'GET', path, body: null, isRepeatable: true },
        options,
      ),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}
