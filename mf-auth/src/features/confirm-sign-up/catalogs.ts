import { addCatalogs } from '@archaka/platform/core';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);
