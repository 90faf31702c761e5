import { today } from '../utils/dates.ts';

today();
