import { button } from '../../web-kit/src/index.ts';

export const page = button;
