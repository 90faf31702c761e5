import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Context,
  type Span as Recorded,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config.ts';
import { type Scope, scopeStorage } from '../scope.ts';
import { type Span, spans } from './span.ts';

/** A full file replaces `.1`. */
const MAX_BYTES = 16_000_000;

const toMilliseconds = ([seconds, nanoseconds]: ReadableSpan['startTime']) =>
  seconds * 1000 + nanoseconds / 1e6;

const formatSpan = (span: ReadableSpan): string =>
  JSON.stringify({
    trace: span.spanContext().traceId,
    span: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    name: span.name,
    at: toMilliseconds(span.startTime),
    ms: toMilliseconds(span.duration),
    failed: span.status.code === SpanStatusCode.ERROR || undefined,
    attributes: span.attributes,
  });

/** One JSON line a span, for `npm run trace`. */
function createFileExporter(path: string): SpanExporter {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let writing = Promise.resolve();
  const append = async (spans: ReadableSpan[]) => {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`);
    await appendFile(path, spans.map((span) => `${formatSpan(span)}\n`).join(''), { mode: 0o600 });
  };
  return {
    export(spans, done) {
      writing = writing
        .then(() => append(spans))
        .then(
          () => done({ code: 0 }),
          (error) => done({ code: 1, error }),
        );
    },
    shutdown: () => writing,
  };
}

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

const SEND_INTERVAL_MS = 500;
const SEND_TIMEOUT_MS = 3000;

export function startRecorder({
  name,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  TRACE_DIR,
}: TracingConfig & { readonly name: string }): TracerProvider {
  const exporters = [
    ...(OTEL_EXPORTER_OTLP_ENDPOINT ? [new OTLPTraceExporter({ timeoutMillis: SEND_TIMEOUT_MS })] : []),
    ...(TRACE_DIR ? [createFileExporter(join(TRACE_DIR, `${name}.jsonl`))] : []),
  ];
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.namespace': 'archaka' }),
    spanProcessors: exporters.map(
      (exporter) => new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_INTERVAL_MS }),
    ),
  });
  recordSpans(provider.getTracer('archaka'));
  return provider;
}
