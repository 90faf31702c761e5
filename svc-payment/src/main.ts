import { runService } from '@archaka/service-kit';
import { createServiceModule } from './composition.ts';
import { config, toAccount } from './config.ts';
import { createProvider } from './razorpay/provider.ts';

await runService({
  service: 'payment',
  config,
  build: (context) => createServiceModule(context, createProvider(toAccount(context.config))),
});
