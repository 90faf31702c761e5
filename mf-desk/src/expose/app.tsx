import '../locales/catalogs.ts';
import type { ExposedModules } from '@archaka/platform';
import { Desk } from '../features/show-desk/desk.tsx';

const exposedModule: ExposedModules['mf-desk'] = { Desk };

export default exposedModule;
