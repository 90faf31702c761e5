import { type ApplicantSession, applicationForm } from '@archaka/test-kit';

/** Saves the applicant's draft from another device, with everything in it that the checks ask for. */
export async function saveDraft(
  someone: ApplicantSession,
  own: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await someone.call('saveapplicationform', await applicationForm(someone.person, own));
  return String(body.data[0]?.application_id);
}
