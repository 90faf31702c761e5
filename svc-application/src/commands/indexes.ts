import { runIndexes } from '@archaka/service-kit';

await runIndexes('application');
