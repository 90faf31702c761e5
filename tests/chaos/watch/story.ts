import type { Change } from './changes.ts';

/** What has happened in the stores, in the order of its commits. */
export interface Story {
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
export const TOLD_BY = ['orders', 'attempts', 'applications', 'outbox', 'inbox', 'tickets'];

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** A story that grows with every change it is told. */
export function newStory(): { story: Story; tell: (change: Change) => void } {
  const states = new Map<string, Map<string, string[]>>();
  const written = new Map<string, string>();
  const confirmed = new Set<string>();
  const effects = new Map<string, number>();
  const tickets = new Map<string, number>();

  const noteState = ({ where, id, fields: { state } }: Change) => {
    if (typeof state !== 'string') return;
    const documents = states.get(where) ?? new Map<string, string[]>();
    states.set(where, documents.set(id, [...(documents.get(id) ?? []), state]));
  };
  const tell = (change: Change) => {
    const [database, collection] = change.where.split('.') as [string, string];
    const { id, kind, fields } = change;
    if (collection === 'outbox' && kind === 'insert') written.set(id, String(fields.type));
    else if (collection === 'outbox' && kind === 'delete') confirmed.add(id);
    else if (collection === 'inbox' && fields.doneAt) count(effects, `${database} ${id}`);
    else if (collection === 'tickets' && kind !== 'update' && fields.version) {
      count(tickets, `${fields.application_id} ${fields.version}`);
    }
    noteState(change);
  };
  return { story: { states, written, confirmed, effects, tickets }, tell };
}
