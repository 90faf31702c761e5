import { applicationWithdrawn } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type { TextDependencies } from './text-dependencies.ts';

export const onApplicationWithdrawn = ({ applications, texts }: TextDependencies): EventHandler =>
  handleEvent(applicationWithdrawn, async ({ application_id }) => {
    await applications.remove(application_id);
    await texts.removeApplications([application_id]);
  });
