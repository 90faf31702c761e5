import { forbidden, notFound, type User } from '@archaka/service-kit';

/** @throws Refusal 404 when there is none, 403 when it is another's. */
export function assertOwn<Owned extends { readonly userId: string }>(
  found: Owned | undefined,
  user: User,
): Owned {
  if (!found) throw notFound();
  if (found.userId !== user.id) throw forbidden();
  return found;
}
