import '../locales/catalogs.ts';
import type { ExposedModules } from '@archaka/platform';
import { Sample } from '../features/show-sample/sample.tsx';

const exposedModule: ExposedModules['mf-sample'] = { Sample };

export default exposedModule;
