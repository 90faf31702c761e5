import { randomBytes } from 'node:crypto';
import {
  createApplicationId,
  deleteUnfinishedForm,
  getUnfinishedForm,
  saveDraft,
  saveUnfinishedForm,
  type UnfinishedForm,
} from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  conflict,
  handleCall,
  ok,
  type User,
  WriteConflict,
} from '@archaka/service-kit';
import { isHeld, isHeldByAnother } from '../../domain/claim.ts';
import { formFiles } from '../../domain/form-files.ts';
import { FRESH_MS } from '../../persistence/document-store.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  type ApplicantState,
  assertCurrent,
  assertIdentity,
  findTargetApplication,
  getTargetId,
  isCurrent,
  loadClaimed,
  saveBeforeOrder,
} from '../load-applicant-state/load-applicant-state.ts';
import { assertOpen, handleForm, renewStoredFiles } from '../validate-form/validate-form.ts';

/** The user's own application without an order does not conflict, since it is the draft. */
function findConflict({ application, mobile, aadhaar }: ApplicantState): 420 | 421 | undefined {
  const now = new Date();
  if (isHeld(mobile, now) && application?.state !== 'submitted') return 420;
  return isHeldByAnother(aadhaar, { applicationId: application?.id, now }) ? 421 : undefined;
}

function chooseApplicationId({ application, draft }: ApplicantState, examYear: string): string {
  if (application?.state === 'submitted') return application.id;
  const isSubmittedDraft = draft?.applicationId === application?.id;
  return draft && !isSubmittedDraft ? draft.applicationId : createApplicationId(randomBytes(7), examYear);
}

const createResponse = (application_id: string, draft_version: number) =>
  ok({ data: [{ application_id, draft_version }] });

export function createSaveDraftHandler(deps: Dependencies): CallHandler {
  const { db, repositories, examination } = deps;
  const { drafts } = repositories;
  const { examine_year: examYear } = examination;
  return handleForm(saveDraft, 'draft', deps, async ({ form, user, validated, consent, applicantState }) => {
    await findTargetApplication(getTargetId(form), { user, applicantState, repositories });
    const heldByAnother = findConflict(applicantState);
    if (heldByAnother) return businessError(heldByAnother);
    const { application, draft, draftVersion, draftRevision: from } = applicantState;
    const { content, digest } = validated;
    const isRepeated = draft?.digest === digest && !isCurrent(form, applicantState);
    if (isRepeated) {
      await db.transaction(() => drafts.assertVersion({ userId: user.id, examYear }, draftVersion));
      return createResponse(draft.applicationId, draftVersion);
    }
    assertCurrent(form, applicantState);
    await repositories.consents.record(user.id, consent);
    await renewStoredFiles(validated.resolvedFiles, repositories.documents);
    const applicationId = chooseApplicationId(applicantState, examYear);
    const slot = { applicationId, userId: user.id, examYear };
    await saveBeforeOrder(deps, application, () => drafts.save(slot, { content, digest, from }));
    return createResponse(applicationId, draftVersion + 1);
  });
}

/** Leaves out papers that are not stored for this user, and spares the others from the sweep. */
async function selectOwnPapers(
  form: UnfinishedForm,
  { userId, repositories: { documents } }: Pick<Dependencies, 'repositories'> & { userId: string },
): Promise<{ form: UnfinishedForm; documents: string[] }> {
  const named = formFiles.flatMap(({ field }) => form[field] ?? []);
  const stored = await documents.find(named.map(({ document_id }) => document_id));
  const own = stored.filter(({ ownerId }) => ownerId === userId);
  const stale = own.filter(({ touchedAt }) => touchedAt.getTime() < Date.now() - FRESH_MS);
  if (stale.length > 0) await documents.touch(stale.map(({ documentId }) => documentId));
  const ids = new Set(own.map(({ documentId }) => documentId));
  const papers = formFiles.map(({ field }) => [
    field,
    form[field]?.filter(({ document_id }) => ids.has(document_id)),
  ]);
  return { form: { ...form, ...Object.fromEntries(papers) }, documents: [...ids] };
}

/** The form as typed, until its draft is saved or submitted: it comes back on any device. */
export function createUnfinishedFormHandlers(deps: Dependencies): CallHandler[] {
  const { repositories, examination } = deps;
  const { drafts } = repositories;
  const { examine_year: examYear } = examination;
  const toSlot = ({ id: userId }: User) => ({
    userId,
    examYear,
    applicationId: createApplicationId(randomBytes(7), examYear),
  });
  /** An application without an order is still the draft. */
  const loadApplication = async (user: User) => {
    const { application, mobile } = await loadClaimed(deps, { user });
    const isFinal = application && application.state !== 'submitted' && isHeld(mobile, new Date());
    return { application, isFinal };
  };

  return [
    handleCall(saveUnfinishedForm, {
      handle: async ({ body, user }) => {
        assertIdentity(body, user);
        assertOpen(examination);
        const { application, isFinal } = await loadApplication(user);
        if (isFinal) return businessError(420);
        const own = await selectOwnPapers(body.form, { repositories, userId: user.id });
        const { revision: from, draft_version: basedOn } = body;
        try {
          const revision = await saveBeforeOrder(deps, application, () =>
            drafts.saveUnfinished(toSlot(user), { ...own, basedOn, from }),
          );
          return ok({ data: [{ revision }] });
        } catch (error) {
          if (!(error instanceof WriteConflict)) throw error;
          if ((await loadApplication(user)).isFinal) return businessError(420);
          throw conflict('The form was changed in another window or on another device meanwhile.');
        }
      },
    }),

    handleCall(getUnfinishedForm, {
      handle: async ({ user }) => {
        const { revision, isOff, unfinished } = await drafts.findUnfinished({ userId: user.id, examYear });
        const stored = unfinished && {
          form: unfinished.form,
          draft_version: unfinished.basedOn,
          changed_at: unfinished.changedAt.toISOString(),
        };
        return ok({ data: [{ revision, is_off: isOff, ...stored }] });
      },
    }),

    handleCall(deleteUnfinishedForm, {
      handle: async ({ body, user }) => {
        assertIdentity(body, user);
        const revision = await drafts.deleteUnfinished(toSlot(user), { isOff: body.turn_off });
        return ok({ data: [{ revision }] });
      },
    }),
  ];
}
