import type { RemainingData } from '@archaka/contracts';
import type { ErasePerson, FindDueDate } from '@archaka/service-kit';
import { findPayment } from '../../domain/application.ts';
import type { OwnedOutline } from '../../persistence/application-repository.ts';
import { type CopyDependencies, deleteCopy, isDeleted } from '../delete-overdue-data/delete-copy.ts';
import type { PhotoReader } from '../make-ticket/photo-reader.ts';

interface ErasureDependencies extends CopyDependencies {
  readonly photos: Pick<PhotoReader, 'forgetAll'>;
  readonly findDueDate: FindDueDate;
}

/** A copy is deleted once svc-application has deleted the application. */
export function createErasePerson(deps: ErasureDependencies): ErasePerson {
  const { applications, photos, findDueDate } = deps;

  async function describeRest(application: OwnedOutline): Promise<RemainingData> {
    if (!findPayment(application)) return { kind: 'unpaid-application', because: 'application', until: null };
    const { examine_year: year } = application;
    const until = year && (await findDueDate('paid-application', { year }));
    return { kind: 'paid-application', because: 'retention', until: until ? until.toISOString() : null };
  }

  return async (userId) => {
    photos.forgetAll();
    const remaining: RemainingData[] = [];
    for (const application of await applications.listOutlinesByUser(userId)) {
      if (await isDeleted(deps, application)) await deleteCopy(deps, application.application_id);
      else remaining.push(await describeRest(application));
    }
    return remaining;
  };
}
