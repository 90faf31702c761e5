import { getConsents, getSignUpConsents } from '@archaka/contracts';
import { callQuery } from '../calls/call-endpoint.ts';
import { createPortalApi } from '../calls/portal-api.ts';

/** A form that is opened again reads them anew. */
const options = { background: true, quiet: true, keepUnusedDataFor: 0 };

const consentsApi = createPortalApi({
  name: 'consents',
  endpoints: (build) => ({
    consents: callQuery(build, getConsents, options),
    signUpConsents: callQuery(build, getSignUpConsents, options),
  }),
});
export const { useConsentsQuery, useSignUpConsentsQuery } = consentsApi;
