import { countSampleVisit } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';
import type { VisitStore } from '../../store/visits.ts';

export const countVisitHandler = (visits: VisitStore) =>
  serve(countSampleVisit, async ({ user }) => ok({ data: [{ visits: await visits.count(user.id) }] }));
