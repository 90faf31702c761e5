import { addCatalogs } from '@archaka/web-kit';
import { messages as en } from './locales/en.po';
import { messages as te } from './locales/te.po';

// Loaded on demand: reading the portal and signing in need none of them.
addCatalogs({ te, en });
