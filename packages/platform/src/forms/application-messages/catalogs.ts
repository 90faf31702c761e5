import { addCatalogs } from '@archaka/web-kit';
import { messages as en } from './locales/en.po';
import { messages as te } from './locales/te.po';

// A person who only reads the portal or signs in waits for none of them.
addCatalogs({ te, en });
