import { type Portal, startPortal } from '@archaka/test-kit';
import { afterAll, beforeAll } from '@jest/globals';
import { type Collector, startCollector } from './collector.ts';

/** A portal with settings that the portal of the run has not, one for all subjects: each would cost its start. */
export interface OwnSettingsEnvironment {
  readonly portal: () => Portal;
  /** Takes the portal's spans. */
  readonly collector: () => Collector;
}

/** Registers the start and the stop of the portal in the suite that calls it. */
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
