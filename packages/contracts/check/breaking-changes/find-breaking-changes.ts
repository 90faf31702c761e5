import { isDeepStrictEqual } from 'node:util';
import type { CallDescription, EventDescription } from '../../src/index.ts';
import type { Release } from '../releases/release-files.ts';
import { compareSchemas } from '../schemas/compare-schemas.ts';
import type { Description } from '../sources/describe-source.ts';

/** Producer and consumers deploy apart and events wait in queues, so compatibility must hold in both directions. */
function findEventBreakingChanges(
  released: EventDescription,
  source: EventDescription | undefined,
): string[] {
  if (!source) return ['was removed'];
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

/** Clients are older than their service, so only they must stay compatible. */
function findCallBreakingChanges(released: CallDescription, source: CallDescription | undefined): string[] {
  if (!source) return ['was removed'];
  return [
    ...findSessionChanges(released, source),
    ...findKindChanges(released, source),
    ...findCheckChanges(released, source),
    ...compareSchemas({ sent: released.request, accepted: source.request, path: 'request' }).map(
      ({ path, consumer }) => `${path}: ${consumer}`,
    ),
    ...compareSchemas({ sent: source.answer, accepted: released.answer, path: 'answer' }).map(
      ({ path, producer }) => `${path}: ${producer}`,
    ),
    ...source.refusals
      .filter((status) => !released.refusals.includes(status))
      .map((status) => `answer.status: may now be ${status}`),
  ];
}

function findSessionChanges(released: CallDescription, source: CallDescription): string[] {
  const moved = released.session === 'service' && released.owner !== source.owner;
  const stricter = released.session !== source.session && source.session !== 'none';
  return [
    ...(moved ? [`moved from svc-${released.owner} to svc-${source.owner}`] : []),
    ...(stricter ? [`session: is now ${source.session}, was ${released.session}`] : []),
  ];
}

/** By how freely a call may be repeated. */
const KINDS = ['query', 'idempotent', 'command'];

function findKindChanges(released: CallDescription, source: CallDescription): string[] {
  const stricter = KINDS.indexOf(source.kind) > KINDS.indexOf(released.kind);
  return [
    ...(stricter ? [`kind: is now ${source.kind}, was ${released.kind}`] : []),
    ...(released.get && !source.get ? ['GET: no longer supported'] : []),
  ];
}

/** Messages may change; a further check for a field rejects formerly valid requests. */
function findCheckChanges(released: CallDescription, source: CallDescription): string[] {
  const [before, now] = [released, source].map(({ checks }) => Map.groupBy(checks, ({ field }) => field));
  return [...(now ?? [])]
    .filter(([field, checks]) => checks.length > (before?.get(field)?.length ?? 0))
    .map(([field, checks]) => `request.${field}: one more check, ${JSON.stringify(checks.at(-1)?.message)}`);
}

/** One sentence for each break, with the consumers that it affects. */
export function findBreakingChanges(release: Release, source: Description): string[] {
  const createFormatter = (name: string, consumers: readonly string[]) => (change: string) =>
    `${name} ${change}; breaks ${consumers.join(', ') || 'its consumers'} (released ${release.version})`;
  return [
    ...Object.entries(release.calls).flatMap(([name, released]) => {
      const call = source.calls[name];
      return findCallBreakingChanges(released, call).map(
        createFormatter(name, union(released.usedBy, call?.usedBy)),
      );
    }),
    ...Object.entries(release.events).flatMap(([type, released]) => {
      const event = source.events[type];
      return findEventBreakingChanges(released, event).map(
        createFormatter(type, union(released.takenBy, event?.takenBy)),
      );
    }),
  ];
}

const union = (before: readonly string[], now: readonly string[] = []): string[] => [
  ...new Set([...before, ...now]),
];

export const findChanges = (release: Release, source: Description): string[] => [
  ...findChangedNames(omitConsumers(release.calls), omitConsumers(source.calls)),
  ...findChangedNames(omitConsumers(release.events), omitConsumers(source.events)),
];

type DescriptionTable = Readonly<Record<string, object>>;

const omitConsumers = (descriptions: DescriptionTable): DescriptionTable =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { ...description, usedBy: undefined, takenBy: undefined },
    ]),
  );

const findChangedNames = (before: DescriptionTable, now: DescriptionTable): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => !isDeepStrictEqual(before[name], now[name]),
  );
