import { runEventDataRotation } from '@archaka/service-kit';

await runEventDataRotation('payment');
