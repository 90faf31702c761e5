import { addCatalogs } from '@archaka/ui';
import * as catalogs from './te.po';

addCatalogs(catalogs);
