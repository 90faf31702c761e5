import { getCurrentSession, getExamination } from '@archaka/contracts';
import type * as z from 'zod';
import { callQuery } from '../calls/call-endpoint.ts';
import { createPortalApi } from '../calls/portal-api.ts';

type SessionResponse = z.output<typeof getCurrentSession.response.body>;

export const coreApi = createPortalApi({
  name: 'core',
  endpoints: (build) => ({
    examination: callQuery(build, getExamination, { quiet: true, background: true }),
    session: build.query<SessionResponse, void>({
      query: () => ({
        call: getCurrentSession,
        body: {},
        quiet: true,
        background: true,
        asksToSignIn: false,
      }),
    }),
  }),
});
