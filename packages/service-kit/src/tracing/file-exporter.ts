import { mkdirSync, renameSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** A full file is kept as `.1`, in place of the one before. */
const MOST_BYTES = 16_000_000;

const milliseconds = ([seconds, nanoseconds]: ReadableSpan['startTime']) =>
  seconds * 1000 + nanoseconds / 1e6;

const lineOf = (span: ReadableSpan): string =>
  JSON.stringify({
    trace: span.spanContext().traceId,
    span: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    name: span.name,
    at: milliseconds(span.startTime),
    ms: milliseconds(span.duration),
    failed: span.status.code === SpanStatusCode.ERROR || undefined,
    attributes: span.attributes,
  });

/** Appends spans to a file, a line of JSON each: what `npm run trace` reads. */
export function fileExporter(path: string): SpanExporter {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let last = Promise.resolve();
  const append = async (spans: ReadableSpan[]) => {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameSync(path, `${path}.1`);
    await appendFile(path, spans.map((span) => `${lineOf(span)}\n`).join(''), { mode: 0o600 });
  };
  return {
    export(spans, done) {
      last = last
        .then(() => append(spans))
        .then(
          () => done({ code: 0 }),
          (error) => done({ code: 1, error }),
        );
    },
    shutdown: () => last,
  };
}
