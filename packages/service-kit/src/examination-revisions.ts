import { setTimeout as pause } from 'node:timers/promises';
import {
  type Examination,
  type ExaminationSettings,
  examinationRevised,
  toSettingsFields,
} from '@archaka/contracts';
import { type Model, Schema } from 'mongoose';
import { type EventHandler, handleEvent } from './events/handle-message.ts';
import type { Log } from './log.ts';
import type { Database } from './persistence/database.ts';

interface RevisionRow {
  /** Year of the examination. */
  readonly _id: string;
  readonly revision: number;
  readonly settings: ExaminationSettings;
}

const schema = new Schema<RevisionRow>(
  { _id: String, revision: Number, settings: Object },
  { collection: 'examination_revisions', versionKey: false },
);

const POLL_MS = 3000;

/**
 * What svc-desk has published of dates, fee, contacts, messages and reasons replaces these fields of an examination. Each service
 * stores the last revision, so that it is in effect from the start on, also while svc-desk is down.
 */
export class ExaminationRevisions {
  readonly #rows: Model<RevisionRow>;

  constructor({ connection }: Pick<Database, 'connection'>) {
    this.#rows = connection.model<RevisionRow>('ExaminationRevision', schema);
  }

  readonly handler: EventHandler = handleEvent(
    examinationRevised,
    async ({ examine_year: _id, revision, settings }) => {
      const isOlder = { $lt: [{ $ifNull: ['$revision', 0] }, revision] };
      // What staff wrote may look like an operator.
      const row = { $literal: { _id, revision, settings } };
      const replacement = [{ $replaceWith: { $cond: [isOlder, row, '$$ROOT'] } }];
      await this.#rows.updateOne({ _id }, replacement, { upsert: true, updatePipeline: true });
    },
  );

  /** Replaces the fields in place and at once: who holds the examination reads the new ones from then on. */
  async apply(examination: Examination): Promise<void> {
    const row = await this.#rows.findById(examination.examine_year).lean<RevisionRow | null>();
    if (row) Object.assign(examination, toSettingsFields(row.settings, examination));
  }

  /** Each instance reads what any of them has stored. */
  follow(examination: Examination, log: Log): { stop(): Promise<void> } {
    const stopping = new AbortController();
    const run = async () => {
      while (!stopping.signal.aborted) {
        await pause(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
        await this.apply(examination).catch((error: unknown) =>
          log.warn({ err: error }, 'reading the revision of the examination failed; the next try follows'),
        );
      }
    };
    const running = run();
    return {
      async stop() {
        stopping.abort();
        await running;
      },
    };
  }
}
