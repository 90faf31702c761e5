import { type ApplicantSession, buildApplicationForm } from '@archaka/test-kit';

/** Saves the applicant's draft from another device, with everything in it that the checks ask for. */
export async function saveDraft(
  session: ApplicantSession,
  own: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await session.call('saveapplicationform', await buildApplicationForm(session.person, own));
  return String(body.data[0]?.application_id);
}
