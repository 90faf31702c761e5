import { randomBytes } from 'node:crypto';
import { type ApplicationForm, createApplicationId, saveDraft } from '@archaka/contracts';
import { type Consent, readConsent } from '@archaka/privacy-kit';
import {
  businessError,
  type CallHandler,
  handleCall,
  ok,
  retryOnConflict,
  type User,
} from '@archaka/service-kit';
import { isHeld, isHeldByAnother } from '../../domain/claim.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  type ApplicantState,
  assertCurrent,
  findTargetApplication,
  getAttachments,
  getTargetId,
  isCurrent,
  loadApplicantState,
  loadStateForForm,
} from '../load-applicant-state/load-applicant-state.ts';
import {
  assertOpen,
  prepareForm,
  renewStoredFiles,
  type ValidatedForm,
  validateForm,
} from '../validate-form/validate-form.ts';

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

interface SaveDraftInput {
  readonly form: ApplicationForm;
  readonly user: User;
  readonly validated: ValidatedForm;
  readonly consent: Consent | undefined;
  readonly applicantState: ApplicantState;
}

const createResponse = (application_id: string, draft_version: number) =>
  ok({ data: [{ application_id, draft_version }] });

async function save(
  { db, repositories, examination }: Dependencies,
  { form, user, validated, consent, applicantState }: SaveDraftInput,
) {
  await findTargetApplication(getTargetId(form), { user, applicantState, repositories });
  const conflict = findConflict(applicantState);
  if (conflict) return businessError(conflict);
  const { draft, draftVersion: from } = applicantState;
  const { content, digest } = validated;
  const { examine_year: examYear } = examination;
  const isRepeated = draft?.digest === digest && !isCurrent(form, applicantState);
  if (isRepeated) {
    await db.transaction(() => repositories.drafts.assertVersion({ userId: user.id, examYear }, from));
    return createResponse(draft.applicationId, from);
  }
  assertCurrent(form, applicantState);
  await repositories.consents.record(user.id, consent);
  await renewStoredFiles(validated.resolvedFiles, repositories.documents);
  const applicationId = chooseApplicationId(applicantState, examYear);
  const slot = { applicationId, userId: user.id, examYear };
  const version = await repositories.drafts.save(slot, { content, digest, from });
  return createResponse(applicationId, version);
}

export function createSaveDraftHandler(deps: Dependencies): CallHandler {
  const { places, examination } = deps;
  return handleCall(saveDraft, {
    load: (input) => loadStateForForm(deps, input),
    complete: (form, applicantState) => prepareForm(form, { stored: getAttachments(applicantState), places }),
    handle: async ({ body: form, user, state: loadedState }) => {
      const storedNumber = loadedState.application?.number;
      const validated = await validateForm(form, { user, deps, storedNumber });
      assertOpen(examination);
      const consent = readConsent(form, { examination, how: 'draft' });
      const { aadhaar } = validated.content;
      return retryOnConflict(
        async (attempt) => (attempt === 1 ? loadedState : loadApplicantState(deps, { user, aadhaar })),
        (applicantState) => save(deps, { form, user, validated, consent, applicantState }),
      );
    },
  });
}
