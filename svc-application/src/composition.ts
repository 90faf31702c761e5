import { routes } from '@archaka/contracts';
import {
  createObjectSweeps,
  openPersonalData,
  type PersonalData,
  servePersonalData,
} from '@archaka/privacy-kit';
import { type CallHandler, type ServiceContext, type ServiceModule, toHeldKeys } from '@archaka/service-kit';
import { type Config, readPlaces } from './config.ts';
import { createEventHandlers } from './events/handlers.ts';
import { createCheckAadhaarHandler } from './features/check-aadhaar/check-aadhaar.ts';
import { createCheckPaymentRouter } from './features/check-payment/check-payment.ts';
import type { Dependencies } from './features/dependencies.ts';
import { registerDocumentRoutes } from './features/get-document/get-document.ts';
import {
  createFileDecoder,
  createFileInspector,
  type FileDecoder,
} from './features/inspect-file/inspect-file.ts';
import {
  createExaminationHandlers,
  createReadHandlers,
} from './features/read-applications/read-applications.ts';
import { createCaseHandlers, registerCaseRoutes } from './features/read-cases/read-cases.ts';
import { createRequestRevaluationHandler } from './features/request-revaluation/request-revaluation.ts';
import { registerResumableUploadRoutes } from './features/resume-upload/resume-upload.ts';
import { createSaveDraftHandler, createUnfinishedFormHandlers } from './features/save-draft/save-draft.ts';
import { createClamdScanner } from './features/scan-file/clamd.ts';
import { createSubmitHandlers } from './features/submit-application/submit-application.ts';
import { createUpdateApplicationHandler } from './features/update-application/update-application.ts';
import { createInlineFileStorer, registerUploadRoute } from './features/upload-document/upload-document.ts';
import { createUpdateStreams } from './features/watch-updates/watch-updates.ts';
import { createWithdrawApplicationHandler } from './features/withdraw-application/withdraw-application.ts';
import {
  createAppealHandler,
  createFileGrievanceHandler,
} from './features/write-to-department/write-to-department.ts';
import { BlindIndex } from './persistence/claim-indexer.ts';
import { createRepositories, fileFields } from './persistence/repositories.ts';
import { declarePersonalData } from './personal-data.ts';

function createDependencies(
  context: ServiceContext<Config>,
  { decoder, personal }: { readonly decoder: FileDecoder; readonly personal: PersonalData },
): Dependencies {
  const { config, db } = context;
  const index = new BlindIndex(config.AADHAAR_INDEX_KEY);
  const repositories = createRepositories(db, { index, personal });
  const scan = config.CLAMD_URL ? createClamdScanner(config.CLAMD_URL) : undefined;
  const inspectFile = createFileInspector(decoder, scan);
  return {
    ...context,
    places: readPlaces(),
    repositories,
    inspectFile,
    storeInlineFile: createInlineFileStorer({ inspectFile, repositories }),
  };
}

const createHandlers = (deps: Dependencies): CallHandler[] => [
  ...createExaminationHandlers(deps),
  createCheckAadhaarHandler(deps),
  createSaveDraftHandler(deps),
  ...createUnfinishedFormHandlers(deps),
  ...createSubmitHandlers(deps),
  createUpdateApplicationHandler(deps),
  ...createReadHandlers(deps),
  createWithdrawApplicationHandler(deps),
  createAppealHandler(deps),
  createRequestRevaluationHandler(deps),
  createFileGrievanceHandler(deps),
  ...createCaseHandlers(deps),
];

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { config, db, events, audit } = context;
  const personal = await openPersonalData('application', context);
  const decoder = createFileDecoder();
  const deps = createDependencies(context, { decoder, personal });
  const { repositories } = deps;
  const updateStreams = createUpdateStreams(deps);
  const personalData = await servePersonalData('application', context, {
    ...declarePersonalData(deps),
    destroyDataKey: personal.destroyDataKey,
  });

  return {
    handlers: [...createHandlers(deps), ...personalData.handlers],
    routes: (router) => {
      registerUploadRoute(router, deps);
      registerResumableUploadRoutes(router, deps);
      registerDocumentRoutes(router, deps);
      registerCaseRoutes(router, deps);
      updateStreams.register(router);
    },
    publicRoutes: [
      routes.uploadDocument,
      routes.getDocument,
      routes.beginUpload,
      routes.getUpload,
      routes.continueUpload,
      routes.cancelUpload,
      routes.updates,
    ],
    eventHandlers: [...createEventHandlers({ repositories, events, audit }), ...personalData.eventHandlers],
    queues: personalData.queues,
    jobs: [
      ...personalData.jobs,
      ...createObjectSweeps({ connection: db.connection, bucket: personal.bucket, fields: fileFields }),
    ],
    keys: toHeldKeys({
      AADHAAR_INDEX_KEY: config.AADHAAR_INDEX_KEY,
      MASTER_KEYS: config.MASTER_KEYS,
    }),
    exclusiveKeys: ['AADHAAR_INDEX_KEY'],
    listeners: [{ port: config.HANDLER_PORT, router: createCheckPaymentRouter(deps) }],
    close: async () => {
      await Promise.all([updateStreams.close(), decoder.close()]);
    },
  };
}
