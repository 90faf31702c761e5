import type { Served } from '@archaka/service-kit';
import { checkAadhaarCall } from './check-aadhaar/check-aadhaar.ts';
import { findVersionCall } from './find-version/find-version.ts';
import { getApplicationCall } from './get-application/get-application.ts';
import { getApplicationHistoryCall } from './get-application-history/get-application-history.ts';
import { getApplicationsCall } from './get-applications/get-applications.ts';
import { getDraftCall } from './get-draft/get-draft.ts';
import { getExaminationCall } from './get-examination/get-examination.ts';
import { getPaymentStatusCall } from './get-payment-status/get-payment-status.ts';
import { getPlacesCalls } from './get-places/get-places.ts';
import { saveDraftCall } from './save-draft/save-draft.ts';
import type { Setting } from './setting.ts';
import { submitCalls } from './submit-application/submit-application.ts';
import { updateApplicationCall } from './update-application/update-application.ts';

/** Every call of the table that this service answers. */
export const callHandlers = (setting: Setting): Served[] => [
  getExaminationCall(setting),
  ...getPlacesCalls(setting),
  checkAadhaarCall(setting),
  saveDraftCall(setting),
  ...submitCalls(setting),
  updateApplicationCall(setting),
  getDraftCall(setting),
  getApplicationsCall(setting),
  getApplicationCall(setting),
  getPaymentStatusCall(setting),
  getApplicationHistoryCall(setting),
  findVersionCall(setting),
];
