import type { FilledForm } from '@archaka/contracts';
import { Skeleton, type User } from '@archaka/platform';
import { useOpening } from '../../device-copy/use-opening.ts';
import { ApplicationForm, type ApplicationFormProps } from './application-form.tsx';

interface OpenedApplicationProps extends Omit<ApplicationFormProps, 'number' | 'opening'> {
  user: User;
  /** As it was when the form was opened. */
  draft: FilledForm | undefined;
  submitted: boolean;
}

/** The form, once it is known what of it is on this device. */
export function OpenedApplication({ user, submitted, ...form }: OpenedApplicationProps) {
  const opening = useOpening({ user, draft: form.draft, submitted });
  if (!opening) return <Skeleton lines={10} />;
  return <ApplicationForm {...form} number={user.number} opening={opening} />;
}
