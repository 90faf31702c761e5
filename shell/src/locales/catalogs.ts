import { addCatalogs } from '@archaka/web-kit';
import * as catalogs from './te.po';

addCatalogs(catalogs);
