import { randomBytes } from 'node:crypto';
import { type ApplicationForm, applicationIdFrom, applicationSubmitted } from '@archaka/contracts';
import type { User } from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { type Claim, claimsOf } from '../../domain/claim.ts';
import { snapshotOf } from '../../domain/snapshot.ts';
import type { Standing } from '../find-standing/find-standing.ts';
import { unpaidHoldEnd } from '../hold-aadhaar/hold-aadhaar.ts';
import type { ReceivedForm } from '../receive-form/receive-form.ts';
import { renewFiles } from '../receive-form/renew-files.ts';
import type { Setting } from '../setting.ts';

/** A form to be submitted, and how things stood when it was. */
export interface Submission {
  readonly user: User;
  readonly form: ApplicationForm;
  readonly received: ReceivedForm;
  readonly standing: Standing;
  /** Counts from 1: how often things were read. */
  readonly attempt: number;
}

/** The draft's id; a new one without a draft, or when chance gave another application the same. */
async function idFor({ standing, attempt }: Submission, { stores, examination }: Setting): Promise<string> {
  const saved = standing.draft?.applicationId;
  const fresh = applicationIdFrom(randomBytes(7), examination.examine_year);
  if (saved === undefined || saved === standing.application?.id) return fresh;
  return attempt > 1 && (await stores.applications.find(saved)) ? fresh : saved;
}

function firstVersion(id: string, { user, received }: Submission, examYear: string): Application {
  const now = new Date();
  return {
    id,
    userId: user.id,
    number: user.number,
    examYear,
    state: 'submitted',
    stateAt: now,
    version: 1,
    content: received.masked,
    digest: received.digest,
    orderId: null,
    orders: [],
    transactionId: null,
    ticketVersion: null,
    submittedAt: now,
    payments: [],
    lostPayments: [],
  };
}

/** The mobile is held until it is paid or every attempt is dead; the Aadhaar may be another's, and only for a time. */
async function firstClaims(application: Application, setting: Setting): Promise<Claim[]> {
  const { id: applicationId, userId } = application;
  const [mobile, aadhaar] = claimsOf(application);
  const end = await unpaidHoldEnd(setting, { key: aadhaar, userId });
  return [
    { key: mobile, applicationId, userId, freeAfter: null },
    { key: aadhaar, applicationId, userId, freeAfter: end },
  ];
}

/** The place of the draft that an application was or might have been. */
export const slotOf = ({ id, userId, number, examYear }: Application) => ({
  applicationId: id,
  userId,
  number,
  examYear,
});

/**
 * Makes a form the user's application: its claims, the application, its first version and its event,
 * or none of them. The draft it was saved as goes.
 * @throws Contended when another was faster.
 */
export async function beginApplication(setting: Setting, submission: Submission): Promise<Application> {
  const { db, stores, events, places, examination } = setting;
  const { user, received, standing } = submission;
  const id = await idFor(submission, setting);
  const application = firstVersion(id, submission, examination.examine_year);
  await renewFiles(received.taken, stores.documents);
  const claims = await firstClaims(application, setting);
  await db.transaction(async () => {
    await stores.claims.take(claims, standing.claims);
    await stores.applications.add(application, received.content);
    await stores.versions.add(
      { applicationId: id, version: 1, at: application.submittedAt },
      received.content,
    );
    await stores.drafts.close(slotOf(application), standing.draftVersion);
    await events.publish(applicationSubmitted, {
      application_id: id,
      version: 1,
      user_id: user.id,
      number: user.number,
      snapshot: snapshotOf(application, places),
    });
  });
  return application;
}
