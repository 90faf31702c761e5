import { currentSession } from '@archaka/contracts';
import { ok, serve } from '@archaka/service-kit';

export const currentSessionHandler = () =>
  serve(currentSession, async ({ user: { id, number, name } }) => ok({ data: [{ id, number, name }] }));
