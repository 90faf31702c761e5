import { addCatalogs } from '@archaka/web-kit';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);
