import { addCatalogs } from '@archaka/web-kit';
import { messages as en } from './locales/en.po';
import { messages as te } from './locales/te.po';

addCatalogs({ te, en });
