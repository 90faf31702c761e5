import { addCatalogs, type ExposedModules } from '@archaka/platform';
import { Sample } from '../features/show-sample/sample.tsx';
import * as catalogs from '../locales/te.po';

addCatalogs(catalogs);

const exposedModule: ExposedModules['mf-sample'] = { Sample };

export default exposedModule;
