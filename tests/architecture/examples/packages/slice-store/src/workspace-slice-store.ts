import { serve } from '../../service-kit/src/index.ts';

export const store = serve;
