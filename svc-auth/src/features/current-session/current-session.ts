import { getCurrentSession } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';

export const createCurrentSessionHandler = () =>
  handleCall(getCurrentSession, async ({ user: { id, number, name } }) =>
    ok({ data: [{ id, number, name }] }),
  );
