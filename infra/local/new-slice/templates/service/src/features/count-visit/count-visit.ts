import { countSampleVisit } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import type { VisitRepository } from '../../persistence/visit-repository.ts';

export const createCountVisitHandler = (visits: VisitRepository) =>
  handleCall(countSampleVisit, {
    handle: async ({ user }) => ok({ data: [{ visits: await visits.count(user.id) }] }),
  });
