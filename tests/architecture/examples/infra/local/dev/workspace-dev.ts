import { frame } from '../../../shell/src/frame.ts';

export const dev = frame;
