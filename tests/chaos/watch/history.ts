import type { Change } from './changes.ts';

/** What has happened in the stores, in the order of its commits. */
export interface History {
  /** The states that each document went through, by collection and id. */
  readonly states: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Events by id that were written to an outbox, with their type; and those whose row is gone, since they were confirmed. */
  readonly written: ReadonlyMap<string, string>;
  readonly confirmed: ReadonlySet<string>;
  /** How often an event took effect, by `archaka_ticket <event id>`. */
  readonly effects: ReadonlyMap<string, number>;
  /** How often each ticket was made, by `ARC24-… <version>`. */
  readonly tickets: ReadonlyMap<string, number>;
}

/** The collections that the story is read from. */
export const HISTORY_COLLECTIONS = ['orders', 'attempts', 'applications', 'outbox', 'inbox', 'tickets'];

const increment = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** A story that grows with every change it is told. */
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
