import { accounts } from '../../svc-auth/src/persistence/accounts.ts';

accounts.pop();
