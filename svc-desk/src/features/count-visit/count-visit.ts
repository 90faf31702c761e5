import { countDeskVisit } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import type { VisitRepository } from '../../persistence/visit-repository.ts';

export const createCountVisitHandler = (visits: VisitRepository) =>
  handleCall(countDeskVisit, {
    handle: async ({ user }) => ok({ data: [{ visits: await visits.count(user.id) }] }),
  });
