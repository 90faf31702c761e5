import { type ApplicantSession, buildApplicationForm } from '@archaka/test-kit';

/** Saves a complete draft of the applicant from another device. */
export async function saveDraft(
  session: ApplicantSession,
  own: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await session.call('saveapplicationform', await buildApplicationForm(session.person, own));
  return String(body.data[0]?.application_id);
}
