import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { Scope } from '../scope.ts';

/** A piece of work as a trace shows it. Names and attributes come from the code, never from what anybody typed. */
export interface Span {
  /** May be known better, and more attributes be there, by the end. */
  name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** Named as in OpenTelemetry's semantic conventions. */
  attributes: Record<string, string | number>;
  /** Of what it is a part, where that is not the current scope; asked only when somebody records. */
  readonly parent?: () => string | undefined;
}

export const spans: TracingChannel<Scope, Span> = tracingChannel('archaka:span');

/**
 * Does work as a span: what it asks of others, and what it publishes, is a part of it. While nobody records
 * traces that is one comparison.
 */
export const runInSpan = <Result>(span: Span, work: () => Promise<Result>): Promise<Result> =>
  spans.tracePromise(work, span);
