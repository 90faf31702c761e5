import { applicationUpdated } from '@archaka/contracts';
import { toApplicant, WriteConflict } from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { toAadhaarClaimKey } from '../../domain/claim.ts';
import { toTicketSnapshot } from '../../domain/ticket-snapshot.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ValidatedForm } from '../validate-form/validate-form.ts';

export interface Revision {
  readonly application: Application;
  readonly validated: ValidatedForm;
}

/** Call in the transaction that acquires the new Aadhaar's claim. @throws WriteConflict on a concurrent write. */
export async function reviseApplication(
  { audit, repositories, events, places }: Dependencies,
  { application, validated }: Revision,
): Promise<void> {
  const { id, userId, examYear, content } = application;
  const version = application.version + 1;
  if (validated.masked.aadhaarIndex !== content.aadhaarIndex)
    await repositories.claims.release(toAadhaarClaimKey(examYear, content.aadhaarIndex), id);
  const { content: unmasked, digest } = validated;
  if (!(await repositories.applications.revise({ from: application, content: unmasked, digest })))
    throw new WriteConflict();
  await repositories.versions.add(
    { applicationId: id, version, at: new Date() },
    { owner: userId, content: unmasked },
  );
  await audit.record({
    action: 'application.edited',
    actor: toApplicant({ id: userId }),
    subject: { applicationId: id },
    detail: { version },
  });
  await events.publish(applicationUpdated, {
    application_id: id,
    version,
    user_id: userId,
    snapshot: toTicketSnapshot({ ...application, content: validated.masked }, places),
  });
}
