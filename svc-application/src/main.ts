import { routes } from '@archaka/contracts';
import { heldKeys, runService } from '@archaka/service-kit';
import { applicationConfig } from './config.ts';
import { published } from './events/published.ts';
import { takenEvents } from './events/taken.ts';
import { callHandlers } from './features/calls.ts';
import { paymentHandler } from './features/check-payment/check-payment.ts';
import { documentRoutes } from './features/get-document/get-document.ts';
import { createPdfRebuilder } from './features/rebuild-pdf/pdf-rebuilder.ts';
import { resumableUploads } from './features/resume-upload/upload-routes.ts';
import { makeSetting } from './features/setting.ts';
import { sweepDocuments } from './features/sweep-documents/sweep-documents.ts';
import { uploadRoute } from './features/upload-document/upload-document.ts';
import { watchUpdates } from './features/watch-updates/watch-updates.ts';

await runService({
  name: 'svc-application',
  service: 'application',
  config: applicationConfig,
  publishes: published,
  build: (context) => {
    const rebuilder = createPdfRebuilder();
    const setting = makeSetting(context, rebuilder);
    const updates = watchUpdates(setting);
    return {
      handlers: callHandlers(setting),
      routes: (router) => {
        uploadRoute(router, setting);
        resumableUploads(router, setting);
        documentRoutes(router, setting);
        updates.routes(router);
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
      takes: takenEvents({ ...setting, holdHours: context.config.HOLD_HOURS }),
      jobs: [sweepDocuments(setting.stores)],
      keys: heldKeys({
        AADHAAR_KEYS: context.config.AADHAAR_KEYS,
        AADHAAR_INDEX_KEY: context.config.AADHAAR_INDEX_KEY,
      }),
      exclusiveKeys: ['AADHAAR_INDEX_KEY'],
      listeners: [{ port: context.config.HANDLER_PORT, router: paymentHandler(setting) }],
      close: async () => {
        await Promise.all([updates.close(), rebuilder.close()]);
      },
    };
  },
});
