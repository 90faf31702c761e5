import type { EventDescription } from '@archaka/contracts';
import { compareSchemas } from '../schemas/compare-schemas.ts';

/**
 * What of a released event the source no longer keeps to, in words. Sender and takers are deployed apart and events
 * wait in queues, so older takers must accept what is sent now, and newer ones what was sent before.
 */
export function findEventBreakingChanges(
  released: EventDescription,
  source: EventDescription | undefined,
): string[] {
  if (!source) return ['is gone'];
  const path = 'payload';
  return [
    ...(released.from === source.from ? [] : [`from: is now ${source.from}, was ${released.from}`]),
    ...compareSchemas({ sent: source.sent, accepted: released.accepted, path }).map(
      ({ path: field, producer }) => `${field}: ${producer}`,
    ),
    ...compareSchemas({ sent: released.sent, accepted: source.accepted, path }).map(
      ({ path: field, consumer }) => `${field}: ${consumer}`,
    ),
  ];
}
