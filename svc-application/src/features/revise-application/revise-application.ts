import { applicationUpdated } from '@archaka/contracts';
import type { Application } from '../../domain/application.ts';
import { aadhaarClaim } from '../../domain/claim.ts';
import { snapshotOf } from '../../domain/snapshot.ts';
import { Contended } from '../../store/contended.ts';
import type { ReceivedForm } from '../receive-form/receive-form.ts';
import type { Setting } from '../setting.ts';

export interface Revision {
  /** As it was read. */
  readonly application: Application;
  readonly received: ReceivedForm;
}

/**
 * Puts a changed form in place as the application's next version, and lets go of an Aadhaar that it no
 * longer states; within the transaction that takes the new one's claim.
 * @throws Contended when anything was written since it was read.
 */
export async function reviseApplication(
  { stores, events, places }: Setting,
  { application, received }: Revision,
): Promise<void> {
  const { id, userId, examYear, content } = application;
  const version = application.version + 1;
  if (received.masked.aadhaarIndex !== content.aadhaarIndex)
    await stores.claims.release(aadhaarClaim(examYear, content.aadhaarIndex), id);
  const { content: whole, digest } = received;
  if (!(await stores.applications.revise({ from: application, content: whole, digest })))
    throw new Contended();
  await stores.versions.add({ applicationId: id, version, at: new Date() }, whole);
  await events.publish(applicationUpdated, {
    application_id: id,
    version,
    user_id: userId,
    snapshot: snapshotOf({ ...application, content: received.masked }, places),
  });
}
