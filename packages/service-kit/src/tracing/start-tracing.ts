import type { TracingConfig } from '../config.ts';
import type { Log } from '../log.ts';

/** @returns flushes the remaining spans */
export async function startTracing(
  tracing: TracingConfig & { readonly name: string },
  log: Log,
): Promise<() => Promise<void>> {
  if (!tracing.OTEL_EXPORTER_OTLP_ENDPOINT && !tracing.TRACE_DIR) return async () => undefined;
  const { startRecorder } = await import('./recorder.ts');
  const recorder = startRecorder(tracing);
  // A collector that is down must not delay a stop.
  return () =>
    recorder.shutdown().catch((error) => log.warn({ err: error }, 'sending the last spans failed'));
}
