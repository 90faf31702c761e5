import { runIndexes } from '@archaka/service-kit';

await runIndexes('auth');
