import { addCatalogs } from '@archaka/web-kit';
import * as catalogs from './locales/te.po';

// Loaded on demand: reading the portal and signing in need none of them.
addCatalogs(catalogs);
