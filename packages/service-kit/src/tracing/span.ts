import { randomUUID } from 'node:crypto';
import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import { createScope, runInScope, type Scope } from '../scope.ts';

/** Names and attributes come from the code, never from user input. */
export interface Span {
  /** Handlers may refine it until the end. */
  name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** OpenTelemetry's semantic conventions. */
  attributes: Record<string, string | number>;
  /** Defaults to the current scope. Evaluated only while recording. */
  readonly parent?: () => string | undefined;
}

export const spans: TracingChannel<Scope, Span> = tracingChannel('archaka:span');

export const isRecording = (): boolean => spans.start.hasSubscribers || spans.asyncEnd.hasSubscribers;

/** Requests and events of `work` become children. Costs one comparison while nothing records. */
export const runInSpan = <Result>(span: Span, work: () => Promise<Result>): Promise<Result> =>
  spans.tracePromise(work, span);

export const continueTrace = <Result>(
  { traceparent, name }: { readonly traceparent: string | undefined; readonly name: string },
  work: () => Promise<Result>,
): Promise<Result> =>
  runInScope(createScope(randomUUID(), traceparent), () =>
    runInSpan({ name, kind: 'internal', attributes: {} }, work),
  );
