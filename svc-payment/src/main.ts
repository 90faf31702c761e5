import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config, toAccount } from './config.ts';
import { publishedEvents } from './events/handlers.ts';
import { createProvider } from './razorpay/provider.ts';

await runService({
  name: 'svc-payment',
  service: 'payment',
  config,
  publishedEvents,
  build: (context) => createServiceModule(context, createProvider(toAccount(context.config))),
});
