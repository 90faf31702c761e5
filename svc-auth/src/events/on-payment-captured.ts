import { paymentCaptured } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { datedTextKinds, planDatedText } from '../domain/texts.ts';
import type { TextDependencies } from './text-dependencies.ts';

/** Only paid applications get messages about the examination's dates. */
export const onPaymentCaptured = ({ applications, texts, examination }: TextDependencies): EventHandler =>
  handleEvent(paymentCaptured, async ({ application_id, payment_id, at }, { time }) => {
    await applications.addPayment(application_id, 'captured', payment_id);
    await texts.enqueue('paid', { applicationId: application_id, at: new Date(at) });
    const created = { applicationId: application_id, at: new Date(time) };
    for (const kind of datedTextKinds)
      await texts.enqueueDated(kind, created, planDatedText(kind, examination));
  });
