import { type ApplicantSession, registerApplicant, submitNewApplication } from '@archaka/test-kit';

/** A signed-in applicant with a submitted application, and its values for the calls. */
export async function createFuzzApplicant(
  origin: string,
): Promise<{ session: ApplicantSession; known: Record<string, string> }> {
  const session = await registerApplicant(origin);
  const order_id = await submitNewApplication(session);
  const { body } = await session.call('getticketsandprofile');
  const application = body.data[0] ?? {};
  return {
    session,
    known: {
      order_id,
      application_id: String(application.application_id),
      id: String(application.id),
      number: session.person.number,
    },
  };
}
