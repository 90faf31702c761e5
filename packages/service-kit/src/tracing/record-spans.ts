import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Span as Recorded,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type Scope, scopeStorage } from '../scope.ts';
import { type Span, spans } from './span.ts';

const kinds: Readonly<Record<Span['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

export function recordSpans(tracer: Tracer): void {
  const open = new WeakMap<Span, Recorded>();

  const begin = (span: Span): Scope => {
    const scope = scopeStorage.getStore();
    const parent = toContext(span.parent?.() ?? scope?.traceparent);
    const recorded = tracer.startSpan(span.name, { kind: kinds[span.kind] }, parent);
    open.set(span, recorded);
    return {
      requestId: scope?.requestId ?? randomUUID(),
      traceparent: toTraceparent(recorded),
      recorded: recorded.isRecording(),
    };
  };
  const end = (span: Span & { error?: unknown }): void => {
    const recorded = open.get(span);
    recorded?.updateName(span.name).setAttributes(span.attributes);
    if (span.error)
      recorded?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', toErrorType(span.error));
    recorded?.end();
    open.delete(span);
  };

  spans.start.bindStore(scopeStorage, begin);
  spans.asyncEnd.subscribe((span) => end(span as Span));
  // A synchronous failure has no other end.
  spans.end.subscribe((span) => {
    if ((span as { error?: unknown }).error) end(span as Span);
  });
}

/** The kind only, since a message may quote user input. */
const toErrorType = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

function toContext(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function toTraceparent(recorded: Recorded): string {
  const { traceId, spanId, traceFlags } = recorded.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
