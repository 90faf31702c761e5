import { applicationSubmitted } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type { TextDependencies } from './text-dependencies.ts';

export const onApplicationSubmitted = ({ applications, texts }: TextDependencies): EventHandler =>
  handleEvent(applicationSubmitted, async ({ application_id, user_id }, { time }) => {
    await applications.setOwner(application_id, user_id);
    await texts.enqueueSubmitted({ applicationId: application_id, at: new Date(time) });
  });
