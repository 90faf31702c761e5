import { isEmpty, toText } from '@archaka/contracts';
import { forbidden, invalid, notFound, type User } from '@archaka/service-kit';

interface ClaimedIdentity {
  readonly usr_id?: string | null | undefined;
  readonly entry_by?: string | null | undefined;
  readonly number?: string | number | null | undefined;
}

/**
 * A payload's identity may be missing but must not differ from the session's.
 * `storedNumber`: of the own application, from before the account's number changed.
 * @throws HttpProblem 400 for a malformed number, 403 for another user's (interfaces.md, Who asks).
 */
export function assertIdentity(
  { usr_id, entry_by, number }: ClaimedIdentity,
  user: User,
  storedNumber?: string,
): void {
  if (!isEmpty(number) && !/^\d{10}$/.test(toText(number)))
    throw invalid([{ field: 'number', message: 'Please Enter the valid Number' }]);
  const differs = (claimed: unknown, own: string) => !isEmpty(claimed) && toText(claimed) !== own;
  const isOwnNumber = toText(number) === storedNumber || !differs(number, user.number);
  if (differs(usr_id, user.id) || differs(entry_by, user.id) || !isOwnNumber) throw forbidden();
}

/** @throws HttpProblem 404 for undefined, 403 for another user's. */
export function assertOwner<Resource extends { readonly userId: string }>(
  resource: Resource | undefined,
  user: User,
): Resource {
  if (!resource) throw notFound();
  if (resource.userId !== user.id) throw forbidden();
  return resource;
}
