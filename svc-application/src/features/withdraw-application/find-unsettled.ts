import { closePayments } from '@archaka/contracts';
import type { ServiceClient } from '@archaka/service-kit';

/** Closes the payments: no checkout can begin. Undefined once closed, else why not. @throws DependencyUnavailable */
export async function findUnsettled(
  { services }: { readonly services: Pick<ServiceClient, 'call'> },
  applicationId: string,
): Promise<'paid' | 'pending' | 'late' | undefined> {
  const { data } = await services.call(closePayments, { application_id: applicationId });
  return data?.[0]?.state;
}
