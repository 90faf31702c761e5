import { findOpenPayments } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import { isOpen } from '../../domain/payment-record.ts';
import { type PaymentRecordRepositories, readPaymentRecords } from '../read-payment-records.ts';

/** For svc-application, which deletes no application while its money is in transit. */
export const createFindOpenPaymentsHandler = (repositories: PaymentRecordRepositories) =>
  handleCall(findOpenPayments, {
    handle: async ({ body: { application_ids } }) => {
      const records = await readPaymentRecords(repositories, [...new Set(application_ids)]);
      return ok({
        data: records.filter(isOpen).map(({ applicationId }) => ({ application_id: applicationId })),
      });
    },
  });
