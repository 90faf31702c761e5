import { type EventDefinition, events } from '@archaka/contracts';
import type { EventHandler } from './handle-message.ts';

interface EventUsage {
  readonly service: string;
  readonly eventHandlers: readonly EventHandler[];
}

const findDuplicates = (types: readonly string[]): string[] =>
  types.filter((type, index) => types.indexOf(type) !== index);

/** @throws unless the service consumes once each event that the contracts list it for, and no other. */
export function assertEventContracts({ service, eventHandlers }: EventUsage): void {
  const contractEvents: readonly EventDefinition[] = events;
  const faults = [
    ...eventHandlers
      .filter(({ definition }) => !contractEvents.includes(definition))
      .map(({ definition }) => `${definition.type} is not an event of contracts`),
    ...eventHandlers
      .filter(({ definition }) => !definition.consumers.some((consumer) => `svc-${consumer}` === service))
      .map(({ definition }) => `contracts do not list ${service} as a consumer of ${definition.type}`),
    ...contractEvents
      .filter(({ consumers }) => consumers.some((consumer) => `svc-${consumer}` === service))
      .filter((event) => !eventHandlers.some(({ definition }) => definition === event))
      .map(({ type }) => `it has no handler of ${type}, of which contracts list it as a consumer`),
    ...findDuplicates(eventHandlers.map(({ definition }) => definition.type)).map(
      (type) => `${type} is consumed twice`,
    ),
  ];
  if (faults.length > 0) throw new Error(`${service} does not start: ${faults.join('; ')}`);
}
