import { forbidden, notFound, type User } from '@archaka/service-kit';

/** @throws HttpProblem 404 for undefined, 403 for another user's. */
export function assertOwner<Resource extends { readonly userId: string }>(
  resource: Resource | undefined,
  user: User,
): Resource {
  if (!resource) throw notFound();
  if (resource.userId !== user.id) throw forbidden();
  return resource;
}
