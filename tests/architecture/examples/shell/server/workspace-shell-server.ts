import { button } from '../../packages/web-kit/src/index.ts';

export const page = button;
