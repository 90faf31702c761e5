import { accounts } from '../persistence/accounts.ts';

export const isTaken = () => accounts.length > 0;
