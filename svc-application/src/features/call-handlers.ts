import type { CallHandler } from '@archaka/service-kit';
import type { Dependencies } from '../composition.ts';
import { createCheckAadhaarHandler } from './check-aadhaar/check-aadhaar.ts';
import { createFindVersionHandler } from './find-version/find-version.ts';
import { createGetApplicationHandler } from './get-application/get-application.ts';
import { createGetApplicationHistoryHandler } from './get-application-history/get-application-history.ts';
import { createGetApplicationsHandler } from './get-applications/get-applications.ts';
import { createGetDraftHandler } from './get-draft/get-draft.ts';
import { createGetExaminationHandler } from './get-examination/get-examination.ts';
import { createGetPaymentStatusHandler } from './get-payment-status/get-payment-status.ts';
import { createGetPlacesHandlers } from './get-places/get-places.ts';
import { createSaveDraftHandler } from './save-draft/save-draft.ts';
import { createSubmitHandlers } from './submit-application/submit-application.ts';
import { createUpdateApplicationHandler } from './update-application/update-application.ts';

/** Every call of the table that this service answers. */
export const createCallHandlers = (deps: Dependencies): CallHandler[] => [
  createGetExaminationHandler(deps),
  ...createGetPlacesHandlers(deps),
  createCheckAadhaarHandler(deps),
  createSaveDraftHandler(deps),
  ...createSubmitHandlers(deps),
  createUpdateApplicationHandler(deps),
  createGetDraftHandler(deps),
  createGetApplicationsHandler(deps),
  createGetApplicationHandler(deps),
  createGetPaymentStatusHandler(deps),
  createGetApplicationHistoryHandler(deps),
  createFindVersionHandler(deps),
];
