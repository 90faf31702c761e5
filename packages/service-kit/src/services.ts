import { type Call, pathOf, type Service } from '@archaka/contracts';
import type { Dispatcher } from 'undici';
import type * as z from 'zod';
import type { ServiceSigner } from './auth/service-tokens.ts';
import { forbidden, notFound, PartDown, Refusal } from './errors.ts';
import { openPools, type ServiceAddresses } from './pools.ts';
import { currentScope } from './scope.ts';
import { inSpan } from './tracing/span.ts';
import { triesWhile } from './tries.ts';

const DEFAULT_TIMEOUT_MS = 5000;
const CONNECTIONS = 64;

export interface CallOptions {
  /** For all attempts together; 5,000 unless given. */
  readonly timeoutMs?: number;
}

/** Calls other services with this service's own token. */
export interface ServiceClient {
  /**
   * Queries and idempotent calls are tried again within the time.
   * @throws PartDown when the service does not answer, answers 5xx or not in time; Refusal for its 403 and 404.
   */
  call<Body extends z.ZodType, Answer extends z.ZodType>(
    call: Call<Body, Answer>,
    body: z.input<Body>,
    options?: CallOptions,
  ): Promise<z.output<Answer>>;
  /** Gets a file from an internal route, e.g. `/internal/documents/…`; fails like `call`. */
  get(service: Service, path: string, options?: CallOptions): Promise<{ type: string; content: Buffer }>;
}

interface Outgoing {
  readonly service: Service;
  /** The call, as tokens name it. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | null;
}

interface Incoming {
  readonly type: string;
  readonly content: Buffer;
}

/** The other side answers what nobody foresaw: an error of ours or of theirs, not a part that is down. */
class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

const again = triesWhile((error) => error instanceof PartDown);

const refusals: Readonly<Record<number, () => Refusal>> = { 403: forbidden, 404: notFound };

const isFinal = (error: unknown): boolean => error instanceof Refusal || error instanceof UnexpectedAnswer;

async function failureOf(part: string, { statusCode, body }: Dispatcher.ResponseData): Promise<Error> {
  await body.dump();
  if (statusCode >= 500 || statusCode === 429) return new PartDown(part, new Error(`answered ${statusCode}`));
  return refusals[statusCode]?.() ?? new UnexpectedAnswer(`${part} answered ${statusCode}`);
}

function headersOf(token: string): Record<string, string> {
  const { requestId, traceparent } = currentScope() ?? {};
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(requestId ? { 'x-request-id': requestId } : {}),
    ...(traceparent ? { traceparent } : {}),
  };
}

/** Keeps connections to each service; `close` lets calls in hand end. */
export function serviceClient(
  urls: ServiceAddresses,
  sign: ServiceSigner,
): ServiceClient & { close(): Promise<void> } {
  const pools = openPools(urls, { connections: CONNECTIONS });

  const ask = async ({ service, name, ...request }: Outgoing, signal: AbortSignal): Promise<Incoming> => {
    const part = `svc-${service}`;
    try {
      const headers = headersOf(await sign(part, name));
      const response = await pools[service].request({ ...request, headers, signal });
      if (response.statusCode !== 200) throw await failureOf(part, response);
      const content = Buffer.from(await response.body.arrayBuffer());
      return { type: String(response.headers['content-type']), content };
    } catch (error) {
      throw isFinal(error) ? error : new PartDown(part, error);
    }
  };

  const attempt = (outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> => {
    const name = `svc-${outgoing.service} ${outgoing.name}`;
    const attributes = { 'http.request.method': outgoing.method };
    return inSpan({ name, kind: 'client', attributes }, () => ask(outgoing, signal));
  };

  const send = async (
    outgoing: Outgoing,
    { timeoutMs = DEFAULT_TIMEOUT_MS, mayRepeat }: CallOptions & { mayRepeat: boolean },
  ): Promise<Incoming> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    if (!mayRepeat) return attempt(outgoing, deadline);
    try {
      return await again.execute(() => attempt(outgoing, deadline), deadline);
    } catch (error) {
      throw isFinal(error) ? error : new PartDown(`svc-${outgoing.service}`, error);
    }
  };

  return {
    async call(call, body, options = {}) {
      const { content } = await send(
        {
          service: call.service,
          name: call.name,
          method: 'POST',
          path: pathOf(call),
          body: JSON.stringify(body),
        },
        { ...options, mayRepeat: call.kind !== 'command' },
      );
      return call.answer.body.parse(JSON.parse(content.toString('utf8')));
    },
    get: (service, path, options = {}) =>
      send(
        { service, name: path.split('/')[2] ?? '', method: 'GET', path, body: null },
        { ...options, mayRepeat: true },
      ),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}
