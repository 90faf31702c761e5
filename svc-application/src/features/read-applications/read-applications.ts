import {
  type Examination,
  findVersion,
  getApplication,
  getApplicationHistory,
  getApplications,
  getDistricts,
  getDraft,
  getExamination,
  getMandals,
  getPaymentStatus,
  isNoticeInEffect,
  type PublicNotice,
} from '@archaka/contracts';
import { type CallHandler, handleCall, type Log, ok, toApplicant, type User } from '@archaka/service-kit';
import { toApplicationRecord } from '../../domain/application-record.ts';
import { isHeld } from '../../domain/claim.ts';
import { toFilledForm } from '../../domain/form.ts';
import { toHistory } from '../../domain/history.ts';
import { toAmount, toRupees } from '../../domain/payments.ts';
import type { NoticeRepository } from '../../persistence/notice-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { assertIdentity, assertOwner, loadClaimed } from '../load-applicant-state/load-applicant-state.ts';

const FRESH_MS = 1000;

interface NoticeBoardDependencies {
  readonly notices: Pick<NoticeRepository, 'listOpen'>;
  readonly log: Pick<Log, 'warn'>;
}

/** The notices of the department, in memory: neither load nor a store that is down delays a response. */
export class NoticeBoard {
  readonly #deps: NoticeBoardDependencies;
  #open: readonly PublicNotice[] | undefined;
  #freshUntil = 0;
  #refreshing: Promise<void> | undefined;

  constructor(deps: NoticeBoardDependencies) {
    this.#deps = deps;
  }

  /** In effect now. Waits for the store only before its first response. */
  async list(): Promise<PublicNotice[]> {
    if (performance.now() >= this.#freshUntil) this.#refreshing ??= this.#refresh();
    if (!this.#open) await this.#refreshing;
    return (this.#open ?? []).filter((notice) => isNoticeInEffect(notice, Date.now()));
  }

  async #refresh(): Promise<void> {
    try {
      this.#open = await this.#deps.notices.listOpen(new Date());
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the notices could not be read; those read before are shown');
    } finally {
      this.#freshUntil = performance.now() + FRESH_MS;
      this.#refreshing = undefined;
    }
  }
}

/** Seconds. Dates and notices may change; a release may correct the spelling of a place. */
const [EXAMINATION_SECONDS, PLACES_SECONDS] = [30, 3600];

const toPublicFacts = ({
  centres: _centres,
  paid_applications_retained_for: _retention,
  texts: _texts,
  scrutiny,
  ...facts
}: Examination) => ({
  ...facts,
  ...(scrutiny && { scrutiny: { reasons: scrutiny.reasons } }),
  amount: toRupees(facts),
});

export function createExaminationHandlers(deps: Dependencies): CallHandler[] {
  const { examination, places, repositories, log } = deps;
  const board = new NoticeBoard({ notices: repositories.notices, log });
  const { districts, mandals } = places;
  return [
    handleCall(getExamination, {
      handle: async () => {
        const notices = await board.list();
        return ok({ data: [{ ...toPublicFacts(examination), ...(notices.length > 0 && { notices }) }] });
      },
      maxAge: EXAMINATION_SECONDS,
    }),
    handleCall(getDistricts, {
      handle: async () => ok({ data: [...districts] }),
      maxAge: PLACES_SECONDS,
    }),
    handleCall(getMandals, { handle: async () => ok({ data: [...mandals] }), maxAge: PLACES_SECONDS }),
  ];
}

/** What applicants read of their own applications. */
export function createReadHandlers(deps: Dependencies): CallHandler[] {
  const { repositories, examination } = deps;

  return [
    handleCall(getDraft, {
      handle: async ({ body, user }) => {
        assertIdentity(body, user);
        const form = await findDraft(deps, user);
        return ok({ data: form ? [form] : [] });
      },
    }),

    handleCall(getApplications, {
      handle: async ({ body, user }) => {
        assertIdentity(body, user);
        const context = { examination, now: new Date() };
        const applications = await repositories.applications.listWithOrder(user.id);
        return ok({ data: applications.map((application) => toApplicationRecord(application, context)) });
      },
    }),

    handleCall(getApplication, {
      handle: async ({ body, user }) => {
        assertIdentity(body, user);
        const found = await repositories.applications.findUnmasked(body.application_id);
        const application = assertOwner(found, user);
        const { id: applicationId, userId, number, unmasked: content } = application;
        const amount = toAmount(application, examination);
        await deps.audit.record({
          action: 'application.read',
          actor: toApplicant(user),
          subject: { applicationId },
        });
        const source = { applicationId, userId, number, content, saveId: 2, amount } as const;
        return ok({ data: [toFilledForm(source, new Date())] });
      },
    }),

    handleCall(getPaymentStatus, {
      handle: async ({ body, user }) => {
        assertIdentity(body, user);
        const application = assertOwner(await repositories.applications.findByOrder(body.order_id), user);
        return ok({ data: [toApplicationRecord(application, { examination, now: new Date() })] });
      },
    }),

    handleCall(getApplicationHistory, {
      handle: async ({ body, user }) => {
        assertIdentity(body, user);
        const [application, versions] = await Promise.all([
          repositories.applications.find(body.application_id),
          repositories.versions.list(body.application_id),
        ]);
        assertOwner(application, user);
        return ok({ data: toHistory(versions) });
      },
    }),

    /** For a service that has not received the application's events yet. */
    handleCall(findVersion, {
      handle: async ({ body: { application_id, user_id } }) => {
        const application = await repositories.applications.findOutline(application_id);
        return ok({ data: application?.userId === user_id ? [{ version: application.version }] : [] });
      },
    }),
  ];
}

/** An application without an order is returned as the draft. */
async function findDraft(deps: Dependencies, user: User) {
  const { repositories, examination } = deps;
  const now = new Date();
  const [slot, { application, mobile }] = await Promise.all([
    repositories.drafts.findUnmasked({ userId: user.id, examYear: examination.examine_year }),
    loadClaimed(deps, { user }),
  ]);
  const submitted = application?.state === 'submitted' ? application : undefined;
  if (isHeld(mobile, now) && !submitted) return undefined;
  const content =
    slot.unmasked ?? (submitted && (await repositories.applications.findUnmasked(submitted.id))?.unmasked);
  if (!content) return undefined;
  const { id: userId, number } = user;
  const applicationId = submitted?.id ?? slot.draft?.applicationId ?? '';
  const source = {
    applicationId,
    userId,
    number,
    content,
    saveId: 1,
    amount: toRupees(examination),
  } as const;
  return {
    ...toFilledForm(source, now),
    draft_version: slot.version,
    saved_at: slot.savedAt?.toISOString(),
  };
}
