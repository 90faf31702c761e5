import { retentionConfig, runRetention } from '@archaka/service-kit';

await runRetention({ service: 'auth', config: retentionConfig, createData: () => [] });
