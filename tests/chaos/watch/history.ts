import type { Change } from './changes.ts';

/** The changes of the databases, in commit order. */
export interface History {
  /** The successive states of each document, by collection and ID. */
  readonly states: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Types of events written to an outbox, by ID; `confirmed` holds those whose row was deleted after a confirm. */
  readonly written: ReadonlyMap<string, string>;
  readonly confirmed: ReadonlySet<string>;
  /** Number of effects of an event, by `archaka_ticket <event id>`. */
  readonly effects: ReadonlyMap<string, number>;
  /** Number of times each ticket was issued, by `ARC24-… <version>`. */
  readonly tickets: ReadonlyMap<string, number>;
}

/** The collections from which the history is read. */
export const HISTORY_COLLECTIONS = ['orders', 'attempts', 'applications', 'outbox', 'inbox', 'tickets'];

const increment = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Creates a history that grows with each added change. */
export function createHistory(): { history: History; addChange: (change: Change) => void } {
  const states = new Map<string, Map<string, string[]>>();
  const written = new Map<string, string>();
  const confirmed = new Set<string>();
  const effects = new Map<string, number>();
  const tickets = new Map<string, number>();

  const recordState = ({ collection, id, fields: { state } }: Change) => {
    if (typeof state !== 'string') return;
    const documents = states.get(collection) ?? new Map<string, string[]>();
    states.set(collection, documents.set(id, [...(documents.get(id) ?? []), state]));
  };
  const addChange = (change: Change) => {
    const [database, collectionName] = change.collection.split('.') as [string, string];
    const { id, kind, fields } = change;
    if (collectionName === 'outbox' && kind === 'insert') written.set(id, String(fields.type));
    else if (collectionName === 'outbox' && kind === 'delete') confirmed.add(id);
    else if (collectionName === 'inbox' && fields.doneAt) increment(effects, `${database} ${id}`);
    else if (collectionName === 'tickets' && kind !== 'update' && fields.version) {
      increment(tickets, `${fields.application_id} ${fields.version}`);
    }
    recordState(change);
  };
  return { history: { states, written, confirmed, effects, tickets }, addChange };
}
