import { join } from 'node:path';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config.ts';
import { createFileExporter } from './file-exporter.ts';
import { recordSpans } from './record-spans.ts';

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
