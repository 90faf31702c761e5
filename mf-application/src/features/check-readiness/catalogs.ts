import { addCatalogs } from '@archaka/platform';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);
