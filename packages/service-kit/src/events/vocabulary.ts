import { type EventDefinition, events } from '@archaka/contracts';
import type { Taken } from './taken.ts';

interface Vocabulary {
  readonly service: string;
  readonly publishes: readonly EventDefinition[];
  readonly takes: readonly Taken[];
}

const duplicates = (types: readonly string[]): string[] =>
  types.filter((type, place) => types.indexOf(type) !== place);

/**
 * A service may publish and take events of the contracts only, publish its own, and take each once and where the
 * contracts say so: who publishes it must know for whom to keep it.
 * @throws naming what is wrong; a service then does not start.
 */
export function checkVocabulary({ service, publishes, takes }: Vocabulary): void {
  const listed: readonly EventDefinition[] = events;
  const used = [...publishes, ...takes.map(({ definition }) => definition)];
  const wrong = [
    ...used
      .filter((event) => !listed.includes(event))
      .map(({ type }) => `${type} is not an event of contracts`),
    ...publishes
      .filter(({ from }) => `svc-${from}` !== service)
      .map(({ type }) => `${type} is not for ${service} to publish`),
    ...takes
      .filter(({ definition }) => !definition.takenBy.some((taker) => `svc-${taker}` === service))
      .map(({ definition }) => `contracts do not name ${service} among those who take ${definition.type}`),
    ...duplicates(takes.map(({ definition }) => definition.type)).map((type) => `${type} is taken twice`),
  ];
  if (wrong.length > 0) throw new Error(`${service} does not start: ${wrong.join('; ')}`);
}
