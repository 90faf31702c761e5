import { runAuditCommand } from '@archaka/privacy-kit';

await runAuditCommand('desk');
