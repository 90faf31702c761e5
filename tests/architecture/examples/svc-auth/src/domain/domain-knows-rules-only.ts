import { accounts } from '../store/accounts.ts';

export const isTaken = () => accounts.length > 0;
