import { registerGauges } from '@archaka/service-kit';
import type { TextRepository } from '../../persistence/text-repository.ts';

export function registerTextMetrics(texts: TextRepository): void {
  registerGauges(
    {
      texts_waiting: 'Messages about applications that are due within two hours',
      texts_parked: 'Messages parked after repeated rejections by the SMS provider',
    },
    async () => {
      const { waiting, parked } = await texts.backlog();
      return { texts_waiting: waiting, texts_parked: parked };
    },
  );
}
