import { accounts } from '../../svc-auth/src/store/accounts.ts';

accounts.pop();
