import { randomBytes } from 'node:crypto';
import { createApplicationId, saveDraft } from '@archaka/contracts';
import { businessError, type CallHandler, ok } from '@archaka/service-kit';
import { isHeld, isHeldByAnother } from '../../domain/claim.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  type ApplicantState,
  assertCurrent,
  findTargetApplication,
  getTargetId,
  isCurrent,
  saveBeforeOrder,
} from '../load-applicant-state/load-applicant-state.ts';
import { handleForm, renewStoredFiles } from '../validate-form/validate-form.ts';

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
    const conflict = findConflict(applicantState);
    if (conflict) return businessError(conflict);
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
