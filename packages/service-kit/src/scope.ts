import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to one request, message or run of a job, wherever its work goes on. */
export interface Scope {
  readonly requestId: string;
  /** W3C trace context, handed on as it came. */
  readonly traceparent?: string;
}

const scopes = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => scopes.getStore();

export const inScope = <Result>(scope: Scope, work: () => Result): Result => scopes.run(scope, work);

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A valid `traceparent` as part of a scope, or nothing. */
export const traceOf = (header: unknown): Pick<Scope, 'traceparent'> =>
  typeof header === 'string' && TRACEPARENT.test(header) ? { traceparent: header } : {};
