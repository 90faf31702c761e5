import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config, toAccount } from './config.ts';
import { published } from './events/published.ts';
import { createProvider } from './razorpay/provider.ts';

await runService({
  name: 'svc-payment',
  service: 'payment',
  config,
  publishedEvents: published,
  build: (context) => createServiceModule(context, createProvider(toAccount(context.config))),
});
