import { getMessageSettings, getSessions } from '@archaka/contracts/calls';
import { callQuery, createPortalApi } from '@archaka/platform';

const authApi = createPortalApi({
  name: 'auth',
  endpoints: (build) => ({
    getSessions: callQuery(build, getSessions, { keepUnusedDataFor: 0 }),
    getMessageSettings: callQuery(build, getMessageSettings, { keepUnusedDataFor: 0 }),
  }),
});
export const { useGetSessionsQuery, useGetMessageSettingsQuery } = authApi;
