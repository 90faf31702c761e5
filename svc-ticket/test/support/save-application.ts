import type { Application } from '../../src/domain/application.ts';
import type { ApplicationRepository } from '../../src/persistence/application-repository.ts';

/** Stores the application as it is. */
export const saveApplication = (
  applications: Pick<ApplicationRepository, 'update'>,
  application: Application,
) => applications.update(application.application_id, () => application);
