import { routes } from '@archaka/contracts';
import { runService, toHeldKeys } from '@archaka/service-kit';
import { createDependencies } from './composition.ts';
import { applicationConfig } from './config.ts';
import { createEventHandlers } from './events/handlers.ts';
import { published } from './events/published.ts';
import { createCallHandlers } from './features/call-handlers.ts';
import { createCheckPaymentRouter } from './features/check-payment/check-payment.ts';
import { registerDocumentRoutes } from './features/get-document/get-document.ts';
import { createPdfRebuilder } from './features/rebuild-pdf/pdf-rebuilder.ts';
import { registerResumableUploadRoutes } from './features/resume-upload/upload-routes.ts';
import { registerUploadRoute } from './features/upload-document/upload-document.ts';
import { createUpdateStreams } from './features/watch-updates/watch-updates.ts';
import { createDeleteOrphanedDocumentsJob } from './jobs/delete-orphaned-documents.ts';

await runService({
  name: 'svc-application',
  service: 'application',
  config: applicationConfig,
  publishedEvents: published,
  build: (context) => {
    const rebuilder = createPdfRebuilder();
    const deps = createDependencies(context, rebuilder);
    const updateStreams = createUpdateStreams(deps);
    return {
      handlers: createCallHandlers(deps),
      routes: (router) => {
        registerUploadRoute(router, deps);
        registerResumableUploadRoutes(router, deps);
        registerDocumentRoutes(router, deps);
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
      eventHandlers: createEventHandlers({ ...deps, holdHours: context.config.HOLD_HOURS }),
      jobs: [createDeleteOrphanedDocumentsJob(deps.repositories)],
      keys: toHeldKeys({
        AADHAAR_KEYS: context.config.AADHAAR_KEYS,
        AADHAAR_INDEX_KEY: context.config.AADHAAR_INDEX_KEY,
      }),
      exclusiveKeys: ['AADHAAR_INDEX_KEY'],
      listeners: [{ port: context.config.HANDLER_PORT, router: createCheckPaymentRouter(deps) }],
      close: async () => {
        await Promise.all([updateStreams.close(), rebuilder.close()]);
      },
    };
  },
});
