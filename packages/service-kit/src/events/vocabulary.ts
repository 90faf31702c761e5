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
 * Every event that a service publishes or takes must be one of contracts', publish only its own, and
 * take each once.
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
    ...duplicates(takes.map(({ definition }) => definition.type)).map((type) => `${type} is taken twice`),
  ];
  if (wrong.length > 0) throw new Error(`${service} does not start: ${wrong.join('; ')}`);
}
