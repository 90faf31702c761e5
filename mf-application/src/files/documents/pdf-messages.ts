import { addCatalogs, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

export const pdfMessages = {
  zoomOut: msg`Make it smaller`,
  zoomIn: msg`Make it larger`,
} as const satisfies Record<string, Word>;

export const pageMessage = (number: number, all: number): Word => msg`Page ${number} of ${all}`;

export const pageCountMessage = (count: number): Word => msg`Pages: ${count}`;
