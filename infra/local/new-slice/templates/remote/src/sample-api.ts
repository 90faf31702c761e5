import { getExamination } from '@archaka/contracts/calls';
import { callQuery, createPortalApi } from '@archaka/platform';

export const sampleApi = createPortalApi({
  name: 'sample',
  endpoints: (build) => ({
    examination: callQuery(build, getExamination, { quiet: true }),
  }),
});
export const { useExaminationQuery } = sampleApi;
