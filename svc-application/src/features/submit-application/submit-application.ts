import { type ApplicationForm, submitApplication, submitSavedApplication, textOf } from '@archaka/contracts';
import { type Asked, ok, type RawBody, refuse, type Served, serve, type User } from '@archaka/service-kit';
import type { Request } from 'express';
import type { Application } from '../../domain/application.ts';
import { isHeld, isHeldByAnother } from '../../domain/claim.ts';
import { decide } from '../../store/contended.ts';
import { assertOpen } from '../application-window/assert-open.ts';
import { askAboutAadhaar } from '../check-aadhaar/ask-about-aadhaar.ts';
import { assertCurrent } from '../find-standing/assert-current.ts';
import { findNamed, namedIn } from '../find-standing/find-named.ts';
import { findStanding, findStandingFor, storedFilesOf } from '../find-standing/find-standing.ts';
import { oncePerRequest } from '../once-per-request.ts';
import { prepareForm } from '../receive-form/prepare-form.ts';
import { receiveForm } from '../receive-form/receive-form.ts';
import type { Setting } from '../setting.ts';
import { askForOrder } from './ask-for-order.ts';
import { beginApplication, type Submission } from './begin-application.ts';
import { resumeApplication, type Taken } from './resume-application.ts';

interface Choice {
  /** The application id in the form, if any. */
  readonly named: string | undefined;
  /** Whether a changed form may go on with the application it names. */
  readonly goesOn: boolean;
}

/** Makes the form the user's one application, or goes on with the one it already is. */
async function settle(
  setting: Setting,
  { named, goesOn, ...submission }: Submission & Choice,
): Promise<Application | Taken> {
  const { received, standing, user } = submission;
  const { application: current, mobile, aadhaar } = standing;
  const chosen = await findNamed(named, { user, standing, stores: setting.stores });
  if (chosen && goesOn) return resumeApplication(setting, { application: chosen, submission });
  if (current?.digest === received.digest)
    return resumeApplication(setting, { application: current, submission });
  const now = new Date();
  if (isHeld(mobile, now)) return { taken: 420 };
  if (isHeldByAnother(aadhaar, { applicationId: undefined, now })) return { taken: 421 };
  assertCurrent(submission.form, standing);
  return beginApplication(setting, submission);
}

/** The two calls that submit: `submitapplicationform` and, for what was saved before, `paidSubmitapplicationform`. */
export function submitCalls(setting: Setting): Served[] {
  const { places, examination } = setting;
  const standingOf = oncePerRequest(findStandingFor(setting));

  const prepare = async (form: RawBody, user: User, request: Request) => {
    const standing = await standingOf(request, form, user);
    await askAboutAadhaar(setting, { user, aadhaar: textOf(form.aadhar), claim: standing.aadhaar });
    return prepareForm(form, { stored: storedFilesOf(standing), places });
  };

  const submit = async (
    { body, user, request }: Asked<ApplicationForm>,
    { goesOn }: Pick<Choice, 'goesOn'>,
  ) => {
    const received = await receiveForm(body, { user, setting });
    assertOpen(examination);
    const choice = { named: namedIn(body), goesOn };
    const settled = await decide(
      (attempt) =>
        attempt === 1
          ? standingOf(request, body, user)
          : findStanding(setting, { user, aadhaar: received.content.aadhaar }),
      (standing, attempt) => settle(setting, { user, form: body, received, standing, attempt, ...choice }),
    );
    if ('taken' in settled) return refuse(settled.taken);
    const orderId = await askForOrder(setting, settled);
    return ok({ orderId: orderId ? { id: orderId } : null });
  };

  return [
    serve(submitApplication, (asked) => submit(asked, { goesOn: false }), { prepare }),
    serve(submitSavedApplication, (asked) => submit(asked, { goesOn: true }), { prepare }),
  ];
}
