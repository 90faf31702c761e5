import '../locales/catalogs.ts';
import type { Doors } from '@archaka/platform';
import { Sample } from '../features/show-sample/sample.tsx';

const door: Doors['mf-sample'] = { Sample };

export default door;
