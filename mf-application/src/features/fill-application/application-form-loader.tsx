import type { FilledForm } from '@archaka/contracts';
import { Skeleton, type User } from '@archaka/platform';
import { useDraftRecovery } from '../../local-draft/use-draft-recovery.ts';
import { ApplicationForm, type ApplicationFormProps } from './application-form.tsx';

interface ApplicationFormLoaderProps extends Omit<ApplicationFormProps, 'number' | 'recovery'> {
  user: User;
  /** As it was when the form was opened. */
  draft: FilledForm | undefined;
  submitted: boolean;
}

/** The form, once it is known what of it is on this device. */
export function ApplicationFormLoader({ user, submitted, ...form }: ApplicationFormLoaderProps) {
  const recovery = useDraftRecovery({ user, draft: form.draft, submitted });
  if (!recovery) return <Skeleton lines={10} />;
  return <ApplicationForm {...form} number={user.number} recovery={recovery} />;
}
