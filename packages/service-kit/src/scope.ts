import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export interface Scope {
  readonly requestId: string;
  /** W3C trace context of the caller or, when recorded, of the current span. */
  readonly traceparent?: string;
  readonly recorded?: boolean;
}

export const scopeStorage = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => scopeStorage.getStore();

export const runInScope = <Result>(scope: Scope, work: () => Result): Result => scopeStorage.run(scope, work);

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export const toTrace = (header: unknown): Pick<Scope, 'traceparent'> =>
  typeof header === 'string' && TRACEPARENT.test(header) ? { traceparent: header } : {};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Continues the caller's trace or starts one. A new trace reuses a request id that is a UUID. */
export function createScope(requestId: string, header?: unknown): Scope {
  const parent = toTrace(header);
  if (parent.traceparent) return { requestId, ...parent };
  const trace = UUID.test(requestId) ? requestId.replaceAll('-', '') : randomBytes(16).toString('hex');
  return { requestId, traceparent: `00-${trace}-${trace.slice(16)}-01` };
}

export const currentTrace = (): string | undefined => currentScope()?.traceparent;
