import { registerGauges } from '@archaka/service-kit';
import type { TextRepository } from '../../persistence/text-repository.ts';

export function registerTextMetrics(texts: TextRepository): void {
  registerGauges(
    {
      texts_waiting: 'Messages about applications that are to be sent within two hours',
      texts_parked: 'Those that the SMS provider keeps refusing',
    },
    async () => {
      const { waiting, parked } = await texts.backlog();
      return { texts_waiting: waiting, texts_parked: parked };
    },
  );
}
