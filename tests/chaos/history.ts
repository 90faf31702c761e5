import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { ChangeStreamDocument, MongoClient, ResumeToken } from 'mongodb';

const REOPEN_MS = 500;
const CATCH_UP_TIMEOUT_MS = scaledTimeout(60_000);
const OWN_DATABASES = /^archaka_/;
const MARKS = { db: 'archaka_chaos', collection: 'marks' };

/** A change of a document. */
export interface Change {
  /** `archaka_payment.orders`. */
  readonly collection: string;
  readonly id: string;
  readonly kind: 'insert' | 'update' | 'replace' | 'delete';
  /** The whole document after an insert or replacement, the changed fields after an update. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Omits photos and PDFs of tickets. */
const pipeline = (collections: readonly string[]) => [
  { $match: { 'ns.db': OWN_DATABASES, 'ns.coll': { $in: [...collections, MARKS.collection] } } },
  {
    $unset: [
      'fullDocument.pdf',
      'fullDocument.content',
      'fullDocument.body',
      'updateDescription.updatedFields.pdf',
    ],
  },
];

function toChange(document: ChangeStreamDocument): Change | undefined {
  const { operationType: kind } = document;
  if (kind !== 'insert' && kind !== 'update' && kind !== 'replace' && kind !== 'delete') return undefined;
  const { ns, documentKey } = document;
  const fields =
    kind === 'update'
      ? document.updateDescription.updatedFields
      : kind === 'delete'
        ? {}
        : document.fullDocument;
  return { collection: `${ns.db}.${ns.coll}`, id: String(documentKey._id), kind, fields: fields ?? {} };
}

/** Reports every change of these collections in commit order, also across failures of MongoDB. */
export async function watchChanges(
  client: MongoClient,
  collections: readonly string[],
  onChange: (change: Change) => void,
) {
  const { operationTime: startAtOperationTime } = await client.db('admin').command({ hello: 1 });
  const receivedMarks = new Set<string>();
  let resumeToken: ResumeToken | undefined;
  let stopped = false;

  const followStream = async () => {
    const start = resumeToken ? { startAfter: resumeToken } : { startAtOperationTime };
    const stream = client.watch(pipeline(collections), start);
    try {
      while (!stopped) {
        const document = await stream.tryNext();
        if (!document) continue;
        resumeToken = document._id;
        const change = toChange(document);
        if (change?.collection.startsWith(MARKS.db)) receivedMarks.add(change.id);
        else if (change) onChange(change);
      }
    } finally {
      await stream.close().catch(() => undefined);
    }
  };
  const followWithReopen = async () => {
    while (!stopped) await followStream().catch(() => pause(REOPEN_MS));
  };
  const following = followWithReopen();

  return {
    /** Resolves when every change before this call has been reported. */
    async waitUntilCaughtUp() {
      const { insertedId } = await client.db(MARKS.db).collection(MARKS.collection).insertOne({});
      const deadline = performance.now() + CATCH_UP_TIMEOUT_MS;
      while (!receivedMarks.has(String(insertedId))) {
        if (performance.now() > deadline) throw new Error('opening the change streams failed');
        await pause(50);
      }
    },
    async stop() {
      stopped = true;
      await following;
    },
  };
}

/** The changes of the databases, in commit order. */
export interface History {
  /** The successive states of each document, by collection and ID. */
  readonly states: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Types of events written to an outbox, by ID. */
  readonly written: ReadonlyMap<string, string>;
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
    else if (collectionName === 'inbox' && fields.doneAt) increment(effects, `${database} ${id}`);
    else if (collectionName === 'tickets' && kind !== 'update' && fields.version) {
      increment(tickets, `${fields.application_id} ${fields.version}`);
    }
    recordState(change);
  };
  return { history: { states, written, effects, tickets }, addChange };
}
