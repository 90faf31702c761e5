import { addCatalogs } from '@archaka/platform/core';
import * as catalogs from './te.po';

addCatalogs(catalogs);
