import { addCatalogs } from '@archaka/web-kit';
import { messages as en } from './en.po';
import { messages as te } from './te.po';

addCatalogs({ te, en });
