import {
  getExaminationSettings,
  proposeSettings,
  publishSettings,
  withdrawSettings,
} from '@archaka/contracts/calls';
import { callMutation, callQuery } from '@archaka/platform';
import { deskApi, inPlace, shown } from '../../desk-api.ts';

export const {
  useExaminationSettingsQuery,
  useProposeSettingsMutation,
  usePublishSettingsMutation,
  useWithdrawSettingsMutation,
} = deskApi.injectEndpoints({
  endpoints: (build) => ({
    examinationSettings: callQuery(build, getExaminationSettings, { ...shown, providesTags: ['list'] }),
    proposeSettings: callMutation(build, proposeSettings, { ...inPlace, invalidatesTags: ['list'] }),
    publishSettings: callMutation(build, publishSettings, { ...inPlace, invalidatesTags: ['list'] }),
    withdrawSettings: callMutation(build, withdrawSettings, { ...inPlace, invalidatesTags: ['list'] }),
  }),
});
