import { started } from '../main.ts';

export const ready = started;
