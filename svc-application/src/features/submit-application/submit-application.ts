import { submitApplication, submitSavedApplication } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  handleCall,
  ok,
  readConsent,
  retryOnConflict,
} from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { isHeld, isHeldByAnother } from '../../domain/claim.ts';
import { assertOpen } from '../application-window/application-window.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  assertCurrent,
  findTargetApplication,
  getAttachments,
  getTargetId,
  listStoredNumbers,
  loadApplicantState,
  loadStateForForm,
} from '../load-applicant-state/load-applicant-state.ts';
import { prepareForm, validateForm } from '../validate-form/validate-form.ts';
import { createApplication, type Submission } from './create-application.ts';
import { requestOrder } from './request-order.ts';
import { type IdentityConflict, resumeApplication } from './resume-application.ts';

interface SubmitMode {
  readonly targetId: string | undefined;
  /** Whether a changed form may revise the application that it names. */
  readonly mayRevise: boolean;
}

async function createOrResume(
  deps: Dependencies,
  { targetId, mayRevise, ...submission }: Submission & SubmitMode,
): Promise<Application | IdentityConflict> {
  const { validated, applicantState, user } = submission;
  const { application: current, mobile, aadhaar } = applicantState;
  const target = await findTargetApplication(targetId, {
    user,
    applicantState,
    repositories: deps.repositories,
  });
  if (target && mayRevise) return resumeApplication(deps, { application: target, submission });
  if (current?.digest === validated.digest)
    return resumeApplication(deps, { application: current, submission });
  const now = new Date();
  if (isHeld(mobile, now)) return { conflict: 420 };
  if (isHeldByAnother(aadhaar, { applicationId: undefined, now })) return { conflict: 421 };
  assertCurrent(submission.form, applicantState);
  return createApplication(deps, submission);
}

function createSubmitHandler(
  call: typeof submitApplication | typeof submitSavedApplication,
  deps: Dependencies,
  { mayRevise }: Pick<SubmitMode, 'mayRevise'>,
): CallHandler {
  const { places, examination } = deps;
  return handleCall(call, {
    load: (input) => loadStateForForm(deps, input),
    complete: (form, applicantState) => prepareForm(form, { stored: getAttachments(applicantState), places }),
    handle: async ({ body: form, user, state: loadedState }) => {
      const storedNumbers = listStoredNumbers(loadedState);
      const validated = await validateForm(form, { user, deps, storedNumbers });
      assertOpen(examination);
      const consent = readConsent(form, { examination, how: 'submission' });
      const { aadhaar } = validated.content;
      const mode = { targetId: getTargetId(form), mayRevise };
      const result = await retryOnConflict(
        async (attempt) => (attempt === 1 ? loadedState : loadApplicantState(deps, { user, aadhaar })),
        (applicantState, attempt) =>
          createOrResume(deps, { user, form, validated, consent, applicantState, attempt, ...mode }),
      );
      if ('conflict' in result) return businessError(result.conflict);
      const orderId = await requestOrder(deps, result);
      return ok({ orderId: orderId ? { id: orderId } : null });
    },
  });
}

export const createSubmitHandlers = (deps: Dependencies): CallHandler[] => [
  createSubmitHandler(submitApplication, deps, { mayRevise: false }),
  createSubmitHandler(submitSavedApplication, deps, { mayRevise: true }),
];
