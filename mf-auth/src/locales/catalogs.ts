import { addCatalogs } from '@archaka/platform/core';
import { messages as en } from './en.po';
import { messages as te } from './te.po';

addCatalogs({ te, en });
