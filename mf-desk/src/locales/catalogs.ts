import { addCatalogs } from '@archaka/platform';
import * as catalogs from './te.po';

addCatalogs(catalogs);
