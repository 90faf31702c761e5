import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What belongs to one request, message or run of a job, wherever its work goes on. */
export interface Scope {
  readonly requestId: string;
  /** W3C trace context: of whoever asked or, where traces are recorded, of the span that this is in. */
  readonly traceparent?: string;
  /** Whether that span is recorded. */
  readonly recorded?: boolean;
}

export const scopeStorage = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => scopeStorage.getStore();

export const runInScope = <Result>(scope: Scope, work: () => Result): Result => scopeStorage.run(scope, work);

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A valid `traceparent` as part of a scope, or nothing. */
export const toTrace = (header: unknown): Pick<Scope, 'traceparent'> =>
  typeof header === 'string' && TRACEPARENT.test(header) ? { traceparent: header } : {};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The scope of something that begins here, with a trace in any case, so that all it causes can be found in logs:
 * the one it came with, else a new one, whose id is the request's where that is a UUID.
 */
export function createScope(requestId: string, header?: unknown): Scope {
  const parent = toTrace(header);
  if (parent.traceparent) return { requestId, ...parent };
  const trace = UUID.test(requestId) ? requestId.replaceAll('-', '') : randomBytes(16).toString('hex');
  return { requestId, traceparent: `00-${trace}-${trace.slice(16)}-01` };
}

/** Of the current scope, for work that goes on later or elsewhere. */
export const currentTrace = (): string | undefined => currentScope()?.traceparent;
