import { routes } from '@archaka/contracts';
import { openPersonalData, servePersonalData } from '@archaka/privacy-kit';
import { type ServiceContext, type ServiceModule, toHeldKeys } from '@archaka/service-kit';
import type { Config } from './config.ts';
import { createEventHandlers } from './events/handlers.ts';
import { createAcceptBatches } from './features/accept-batch/accept-batches.ts';
import { createBatchHandlers } from './features/accept-batch/manage-batches.ts';
import { createHallHandlers, registerHallRoutes } from './features/allot-halls/allot-halls.ts';
import { createStaffAuditHandlers } from './features/audit-staff/audit-staff.ts';
import { createRefundHandlers } from './features/decide-refunds/decide-refunds.ts';
import { createDependencies } from './features/dependencies.ts';
import { createHelpDeskHandlers } from './features/help-applicant/help-applicant.ts';
import { createIndexCases, createListMissingCasesJob } from './features/index-cases/index-cases.ts';
import { createNoticeHandlers } from './features/manage-notices/manage-notices.ts';
import {
  createRepeatSettingsJob,
  createSettingsHandlers,
} from './features/manage-settings/manage-settings.ts';
import { createManageStaffHandlers } from './features/manage-staff/manage-staff.ts';
import { createResultHandlers } from './features/publish-results/manage-marks.ts';
import { createPublishResults } from './features/publish-results/publish-results.ts';
import { registerRevaluationExportRoute } from './features/publish-results/revaluations.ts';
import { createReadCaseHandlers, registerCasePaperRoute } from './features/read-case/read-case.ts';
import {
  createReconciliationHandler,
  Reconciliation,
  registerReconciliationRoute,
} from './features/reconcile-day/reconcile-day.ts';
import { createAttendanceHandlers } from './features/record-attendance/record-attendance.ts';
import {
  createReportHandler,
  createRequestContactsHandler,
  registerContactsRoute,
  registerExportRoute,
} from './features/report-cases/report-cases.ts';
import { createScrutinyHandlers } from './features/scrutinise/scrutinise.ts';
import { createSearchHandler } from './features/search-cases/search-cases.ts';
import { createDepartmentHandlers } from './features/sign-in/department.ts';
import { createPasskeyHandlers } from './features/sign-in/passkeys.ts';
import { createSignInHandlers, createVerifyAttempt } from './features/sign-in/password.ts';
import { addLocalStaff, createStaffAuthentication, StaffSessions } from './features/sign-in/sign-in.ts';
import { declarePersonalData } from './personal-data.ts';

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { config } = context;
  const personal = await openPersonalData('desk', context);
  const deps = createDependencies(context, personal);
  if (config.LOCAL_STAFF_SECRET) await addLocalStaff(deps.staff, config.LOCAL_STAFF_SECRET);
  const authenticateStaff = createStaffAuthentication(deps);
  const staffSessions = new StaffSessions(deps);
  const reconciliation = new Reconciliation(deps);
  const verifyAttempt = await createVerifyAttempt(deps);
  const personalData = await servePersonalData('desk', context, declarePersonalData(deps));

  return {
    authenticateStaff,
    handlers: [
      ...createSignInHandlers(deps, staffSessions, verifyAttempt),
      ...createPasskeyHandlers(deps, staffSessions, verifyAttempt),
      ...createDepartmentHandlers(deps, staffSessions),
      createSearchHandler(deps),
      ...createManageStaffHandlers(deps),
      ...createNoticeHandlers(deps),
      ...createSettingsHandlers(deps),
      ...createResultHandlers(deps),
      ...createAttendanceHandlers(deps),
      ...createHallHandlers(deps),
      createReportHandler(deps),
      createRequestContactsHandler(deps),
      ...createRefundHandlers(deps),
      createReconciliationHandler(reconciliation),
      ...createStaffAuditHandlers(deps),
      ...createReadCaseHandlers(deps),
      ...createScrutinyHandlers(deps),
      ...createBatchHandlers(deps),
      ...createHelpDeskHandlers(deps),
      ...personalData.handlers,
    ],
    routes: (router) => {
      registerCasePaperRoute(router, deps, authenticateStaff);
      registerExportRoute(router, deps, authenticateStaff);
      registerContactsRoute(router, deps, authenticateStaff);
      registerHallRoutes(router, deps, authenticateStaff);
      registerRevaluationExportRoute(router, deps, authenticateStaff);
      registerReconciliationRoute(router, reconciliation, authenticateStaff);
    },
    publicRoutes: [
      routes.getCasePaper,
      routes.exportCases,
      routes.exportContacts,
      routes.exportSeats,
      routes.downloadHallPack,
      routes.exportRevaluations,
      routes.exportReconciliation,
    ],
    eventHandlers: [...createEventHandlers(deps.cases), ...personalData.eventHandlers],
    queues: [
      createIndexCases(deps),
      createPublishResults(deps),
      createAcceptBatches(deps),
      ...personalData.queues,
    ],
    jobs: [createListMissingCasesJob(deps), createRepeatSettingsJob(deps), ...personalData.jobs],
    keys: toHeldKeys({ DESK_KEYS_SECRET: config.DESK_KEYS_SECRET, MASTER_KEYS: config.MASTER_KEYS }),
  };
}
