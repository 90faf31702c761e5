import { type Portal, startPortal } from '@archaka/test-kit';
import { afterAll, beforeAll } from '@jest/globals';
import { type Collector, startCollector } from './collector.ts';

/** A portal with other settings than the run's shared portal. All subjects share it, since each start takes long. */
export interface OwnSettingsEnvironment {
  readonly portal: () => Portal;
  /** Receives the portal's spans. */
  readonly collector: () => Collector;
}

/** Registers the start and stop of the portal in the calling suite. */
export function createOwnSettingsEnvironment(): OwnSettingsEnvironment {
  let portal: Portal;
  let collector: Collector;
  beforeAll(async () => {
    collector = await startCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES: 'on', CHALLENGE_AFTER: '2' };
    portal = await startPortal({ env });
  });
  afterAll(async () => {
    await portal?.stop();
    await collector?.close();
  });
  return { portal: () => portal, collector: () => collector };
}
