import { button } from '../../packages/ui/src/index.ts';

export const page = button;
