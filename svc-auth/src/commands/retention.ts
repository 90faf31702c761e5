import { retentionConfig, runRetention } from '@archaka/privacy-kit';

await runRetention({ service: 'auth', config: retentionConfig, createData: () => [] });
