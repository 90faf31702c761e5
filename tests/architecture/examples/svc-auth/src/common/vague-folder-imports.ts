import { accounts } from '../store/accounts.ts';

accounts.pop();
