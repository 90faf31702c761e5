import { findVersion } from '@archaka/contracts';
import type { Database, ServiceClient } from '@archaka/service-kit';
import type { ApplicationOutline } from '../../domain/application.ts';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { TicketJobRepository } from '../../persistence/ticket-job-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';

export interface CopyDependencies {
  readonly db: Database;
  readonly services: Pick<ServiceClient, 'call'>;
  readonly applications: ApplicationRepository;
  readonly tickets: TicketRepository;
  readonly allotments: AllotmentRepository;
  readonly jobs: TicketJobRepository;
}

const NO_USER = 'unknown';

/** Whether svc-application has deleted the application. @throws DependencyUnavailable */
export async function isDeleted(
  { services }: Pick<CopyDependencies, 'services'>,
  { application_id, newest }: ApplicationOutline,
): Promise<boolean> {
  const { data = [] } = await services.call(findVersion, {
    application_id,
    user_id: newest?.user_id ?? NO_USER,
  });
  return data.length === 0;
}

/** With its tickets and seat. False when it is deleted already. */
export const deleteCopy = (
  { db, applications, tickets, allotments, jobs }: CopyDependencies,
  id: string,
): Promise<boolean> =>
  db.transaction(async () => {
    if (!(await applications.remove(id))) return false;
    await tickets.remove(id);
    await allotments.remove(id);
    await jobs.cancel(id);
    return true;
  });
