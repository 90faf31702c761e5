import { button } from '../../ui/src/index.ts';

export const page = button;
