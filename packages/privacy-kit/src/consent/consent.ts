import {
  type AgreementInput,
  type ConsentRecord,
  type Examination,
  getConsents,
  getSignUpConsents,
  isEmpty,
  parseWholeNumber,
  type Service,
} from '@archaka/contracts';
import { type CallHandler, handleCall, isDuplicateKey, noticeChanged, ok } from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

/** A person's agreement, or personal data sent without one. */
export interface Consent {
  /** The examination's year: each examination has its own notice. */
  readonly noticeId: string;
  /** The notice's version at that time. */
  readonly version: number;
  readonly agreed: boolean;
  /** Language of the notice; absent where the request does not state it. */
  readonly language?: 'te' | 'en';
  readonly at: Date;
  readonly how: ConsentRecord['how'];
}

interface ConsentContext {
  readonly examination: Pick<Examination, 'examine_year' | 'privacy_notice'>;
  readonly how: Consent['how'];
}

/** Undefined for an examination without a notice. @throws HttpProblem 409 for another version than the current. */
export function readConsent(
  { notice_version, notice_language }: AgreementInput,
  { examination, how }: ConsentContext,
): Consent | undefined {
  const notice = examination.privacy_notice;
  if (!notice) return undefined;
  const agreed = !isEmpty(notice_version);
  if (agreed && parseWholeNumber(notice_version) !== notice.version) throw noticeChanged(notice);
  return {
    noticeId: examination.examine_year,
    version: notice.version,
    agreed,
    ...(notice_language && { language: notice_language }),
    at: new Date(),
    how,
  };
}

interface ConsentRow extends Consent {
  readonly _id: string;
  readonly userId: string;
}

const text = { type: String, required: true };
const schema = new Schema<ConsentRow>(
  {
    _id: String,
    userId: text,
    noticeId: text,
    version: { type: Number, required: true },
    agreed: { type: Boolean, required: true },
    language: String,
    at: { type: Date, required: true },
    how: text,
  },
  { versionKey: false, collection: 'consents' },
).index({ userId: 1, at: -1 });

const toRowId = (userId: string, { noticeId, version, agreed }: Consent): string =>
  [userId, noticeId, version, agreed ? 'agreed' : 'not-agreed'].join(':');

/** Consents never change: a person has at most one with an agreement, and one without, to a version of a notice. */
export class ConsentRepository {
  readonly #consents: Model<ConsentRow>;

  constructor(connection: Connection) {
    this.#consents = connection.model<ConsentRow>('Consent', schema);
  }

  /** Joins a transaction. Records the first, and none without an agreement after one with it. Nothing for undefined. */
  async record(userId: string, consent: Consent | undefined): Promise<void> {
    if (!consent) return;
    const sufficient = [consent, { ...consent, agreed: true }].map((each) => toRowId(userId, each));
    const first = { $setOnInsert: { _id: toRowId(userId, consent), userId, ...consent } };
    await this.#consents.updateOne({ _id: { $in: sufficient } }, first, { upsert: true }).catch((error) => {
      // Recorded at the same moment: MongoDB repeats an upsert only for a single key.
      if (!isDuplicateKey(error)) throw error;
    });
  }

  async removeByUser(userId: string): Promise<void> {
    await this.#consents.deleteMany({ userId });
  }

  /** Newest first. */
  async list(userId: string): Promise<Consent[]> {
    const rows = await this.#consents.find({ userId }).sort({ at: -1 }).lean<ConsentRow[]>();
    return rows.map(({ _id, userId: _userId, ...consent }) => consent);
  }
}

/** Shows applicants their own. */
export const createConsentHandlers = (service: Service, consents: ConsentRepository): CallHandler[] =>
  [getConsents, getSignUpConsents]
    .filter((call) => call.service === service)
    .map((call) =>
      handleCall(call, {
        handle: async ({ user }) => {
          const data = (await consents.list(user.id)).map(({ noticeId, at, ...consent }) => ({
            notice_id: noticeId,
            ...consent,
            at: at.toISOString(),
          }));
          return ok({ data });
        },
      }),
    );
