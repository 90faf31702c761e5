import { type ApplicationForm, submitApplication, submitSavedApplication, toText } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  type HandlerInput,
  handleCall,
  ok,
  type RawBody,
  type User,
} from '@archaka/service-kit';
import type { Request } from 'express';
import type { Dependencies } from '../../composition.ts';
import type { Application } from '../../domain/application.ts';
import { isHeld, isHeldByAnother } from '../../domain/claim.ts';
import { retryOnConflict } from '../../persistence/write-conflict.ts';
import { assertOpen } from '../application-window/assert-open.ts';
import { limitAadhaarLookups } from '../check-aadhaar/limit-aadhaar-lookups.ts';
import { assertCurrent } from '../load-applicant-state/assert-current.ts';
import { findTargetApplication, getTargetId } from '../load-applicant-state/find-target-application.ts';
import {
  createApplicantStateLoader,
  getStoredFiles,
  loadApplicantState,
} from '../load-applicant-state/load-applicant-state.ts';
import { memoizePerRequest } from '../memoize-per-request.ts';
import { prepareForm } from '../validate-form/prepare-form.ts';
import { validateForm } from '../validate-form/validate-form.ts';
import { createApplication, type Submission } from './create-application.ts';
import { requestOrder } from './request-order.ts';
import { type IdentityConflict, resumeApplication } from './resume-application.ts';

interface SubmitMode {
  /** The application id in the form, if any. */
  readonly targetId: string | undefined;
  /** Whether a changed form may go on with the application it names. */
  readonly mayRevise: boolean;
}

/** Makes the form the user's one application, or goes on with the one it already is. */
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

/** The two calls that submit: `submitapplicationform` and, for what was saved before, `paidSubmitapplicationform`. */
export function createSubmitHandlers(deps: Dependencies): CallHandler[] {
  const { places, examination } = deps;
  const loadForRequest = memoizePerRequest(createApplicantStateLoader(deps));

  const prepare = async (form: RawBody, user: User, request: Request) => {
    const applicantState = await loadForRequest(request, form, user);
    await limitAadhaarLookups(deps, { user, aadhaar: toText(form.aadhar), claim: applicantState.aadhaar });
    return prepareForm(form, { stored: getStoredFiles(applicantState), places });
  };

  const submit = async (
    { body, user, request }: HandlerInput<ApplicationForm>,
    { mayRevise }: Pick<SubmitMode, 'mayRevise'>,
  ) => {
    const validated = await validateForm(body, { user, deps });
    assertOpen(examination);
    const mode = { targetId: getTargetId(body), mayRevise };
    const result = await retryOnConflict(
      (attempt) =>
        attempt === 1
          ? loadForRequest(request, body, user)
          : loadApplicantState(deps, { user, aadhaar: validated.content.aadhaar }),
      (applicantState, attempt) =>
        createOrResume(deps, { user, form: body, validated, applicantState, attempt, ...mode }),
    );
    if ('conflict' in result) return businessError(result.conflict);
    const orderId = await requestOrder(deps, result);
    return ok({ orderId: orderId ? { id: orderId } : null });
  };

  return [
    handleCall(submitApplication, (input) => submit(input, { mayRevise: false }), { prepare }),
    handleCall(submitSavedApplication, (input) => submit(input, { mayRevise: true }), { prepare }),
  ];
}
