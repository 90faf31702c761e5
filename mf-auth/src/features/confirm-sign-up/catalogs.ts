import { addCatalogs } from '@archaka/platform/core';
import { messages as en } from './locales/en.po';
import { messages as te } from './locales/te.po';

addCatalogs({ te, en });
