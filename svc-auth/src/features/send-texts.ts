import { createCounter, defineJob, type Job, type Reschedule } from '@archaka/service-kit';
import {
  type CentreNames,
  datedTextKinds,
  type ExaminationDates,
  findHallFacts,
  isTextNeeded,
  planDatedText,
  type TextKind,
  type TextOutcome,
  toTextDate,
} from '../domain/texts.ts';
import type { StoredText, TextRepository } from '../persistence/text-repository.ts';
import type { Dependencies } from './dependencies.ts';

/** A submission makes its waiting texts due. This retry covers a text that was enqueued in between. */
const OWNER_RETRY_MS = 60_000;
const REPLAN_MS = 600_000;

const textCounter = createCounter<{ kind: TextKind; outcome: TextOutcome }>({
  name: 'texts_total',
  description: 'Messages about applications and accounts, by kind and outcome',
});

/** Sends each text at most once: a provider's outcome may be unknown, and a duplicate confuses applicants. */
export function createSendTexts({ accounts, applications, texts, examination, sms, config }: Dependencies) {
  async function settle({ _id, kind }: StoredText, outcome: TextOutcome): Promise<'completed'> {
    await texts.settle(_id, outcome);
    textCounter.add({ kind, outcome });
    return 'completed';
  }

  async function send(row: StoredText, number: string, centre?: CentreNames): Promise<TextOutcome> {
    const { _id, kind } = row;
    if (!(await texts.beginSending(_id))) return 'unclear';
    try {
      const date = toTextDate(kind, row, examination);
      const hall = findHallFacts(kind, centre, examination);
      const application = 'application_id' in row ? row.application_id : '';
      return await sms.sendText(number, { kind, application, date, link: config.PORTAL_ORIGIN, hall });
    } catch (error) {
      await texts.cancelSending(_id);
      throw error;
    }
  }

  return async (row: StoredText, { claimedAt }: { claimedAt: Date }): Promise<Reschedule | 'completed'> => {
    if (row.expires_at && row.expires_at <= claimedAt) return settle(row, 'too-late');
    if (row.kind === 'number-changed') return settle(row, await send(row, await texts.openNumber(row)));
    const application = await applications.find(row.application_id);
    if (!application?.user_id) return { againInMs: OWNER_RETRY_MS };
    if (!isTextNeeded(row.kind, application)) return settle(row, 'not-needed');
    const account = await accounts.find(application.user_id);
    if (!account || account.no_texts) return settle(row, 'opted-out');
    return settle(row, await send(row, account.number, application.centre));
  };
}

/** Moves the waiting texts after a change of the examination's dates. */
export const createPlanDatedTextsJob = (texts: TextRepository, examination: ExaminationDates): Job =>
  defineJob({
    name: 'plan-dated-texts',
    ms: REPLAN_MS,
    run: async () => {
      for (const kind of datedTextKinds) await texts.replan(kind, planDatedText(kind, examination));
    },
  });
