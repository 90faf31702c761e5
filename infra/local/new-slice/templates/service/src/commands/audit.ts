import { runAuditCommand } from '@archaka/service-kit';

await runAuditCommand('sample');
