import { accounts } from '../persistence/accounts.ts';

accounts.pop();
