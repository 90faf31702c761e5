import { findVersion, isApplicationId, routes } from '@archaka/contracts';
import { type Guard, type Limit, notFound, type ServiceClient, userOf } from '@archaka/service-kit';
import type { Router } from 'express';
import { findPayment, type WantedPreview } from '../../domain/application.ts';
import type { Applications } from '../../store/applications.ts';
import type { Previewer } from './previewer.ts';

const PATIENCE_MS = 3000;

interface Sources {
  readonly applications: Applications;
  readonly services: ServiceClient;
}

/**
 * A user's own application as the events have told it so far; undefined while the first one is on its way, which
 * svc-application knows.
 * @throws Refusal 404 for what is not there and for another's alike.
 */
async function findOwn(
  { application_id, user_id }: { application_id: string; user_id: string },
  { applications, services }: Sources,
): Promise<WantedPreview | undefined> {
  if (!isApplicationId(application_id)) throw notFound();
  const application = (await applications.find(application_id)) ?? { application_id };
  const { newest } = application;
  if (newest?.user_id === user_id) {
    return { application_id, edition: newest, payment: findPayment(application) };
  }
  const { data = [] } = newest ? {} : await services.call(findVersion, { application_id, user_id });
  if (data.length === 0) throw notFound();
  return undefined;
}

/** `GET /api/tickets/:application_id/preview`: the owner's ticket as it will be printed; 202 until it is made. */
export function previewTicket(
  router: Router,
  guard: Guard,
  { asks, previewer, ...sources }: Sources & { asks: Limit; previewer: Previewer },
): void {
  router.get(routes.previewTicket.path, guard.applicant, async ({ params }, response) => {
    const user_id = userOf(response).id;
    await asks.count(user_id);
    const wanted = await findOwn({ application_id: String(params.application_id), user_id }, sources);
    const png = wanted && (await previewer.preview(wanted, PATIENCE_MS));
    response.setHeader('cache-control', 'private, no-store');
    if (png) response.setHeader('content-type', 'image/png').end(png);
    else response.status(202).setHeader('retry-after', '1').json({ state: 'being made' });
  });
}
