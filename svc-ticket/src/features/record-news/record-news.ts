import { type Application, wantedTicket } from '../../domain/application.ts';
import type { Applications } from '../../store/applications.ts';
import type { Jobs } from '../../store/jobs.ts';

export type RecordNews = (
  applicationId: string,
  change: (known: Application) => Application,
) => Promise<void>;

const wantedVersion = (application: Application) => wantedTicket(application)?.edition.version;

/** Records what an event tells of an application, and wants a ticket when it is due by that. Belongs in a transaction. */
export const newsRecorder =
  ({ applications, jobs }: { applications: Applications; jobs: Jobs }): RecordNews =>
  async (applicationId, change) => {
    const before = (await applications.find(applicationId)) ?? { application_id: applicationId };
    const after = change(before);
    if (after === before) return;
    await applications.save(after);
    const version = wantedVersion(after);
    if (version !== undefined && version !== wantedVersion(before)) await jobs.want(applicationId, version);
  };
