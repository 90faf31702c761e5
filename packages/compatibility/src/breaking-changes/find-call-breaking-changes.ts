import type { CallDescription } from '@archaka/contracts';
import { compareSchemas } from '../schemas/compare-schemas.ts';

/** What of a released call the source no longer keeps to, in words; its senders are older than its service. */
export function findCallBreakingChanges(
  released: CallDescription,
  source: CallDescription | undefined,
): string[] {
  if (!source) return ['is gone'];
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

/** From what may be sent most freely to what may be sent once only. */
const KINDS = ['query', 'idempotent', 'command'];

function findKindChanges(released: CallDescription, source: CallDescription): string[] {
  const stricter = KINDS.indexOf(source.kind) > KINDS.indexOf(released.kind);
  return [
    ...(stricter ? [`kind: is now ${source.kind}, was ${released.kind}`] : []),
    ...(released.get && !source.get ? ['GET: no longer answered'] : []),
  ];
}

/** A rule's words may change; one more rule for a field refuses what was taken before. */
function findCheckChanges(released: CallDescription, source: CallDescription): string[] {
  const [before, now] = [released, source].map(({ checks }) => Map.groupBy(checks, ({ field }) => field));
  return [...(now ?? [])]
    .filter(([field, checks]) => checks.length > (before?.get(field)?.length ?? 0))
    .map(([field, checks]) => `request.${field}: one more rule, ${JSON.stringify(checks.at(-1)?.message)}`);
}
