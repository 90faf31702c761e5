import { getExamination } from '@archaka/contracts/calls';
import { callQuery, createPortalApi } from '@archaka/platform';

export const deskApi = createPortalApi({
  name: 'desk',
  endpoints: (build) => ({
    examination: callQuery(build, getExamination, { quiet: true }),
  }),
});
export const { useExaminationQuery } = deskApi;
