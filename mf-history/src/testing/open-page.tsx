import { closePage as closePortalPage, openPage as openPortalPage } from '@archaka/platform/testing/page';
import { beforeEach, jest } from '@jest/globals';
import type { ReactElement } from 'react';
import { historyApi } from '../history-api.ts';
import '../expose/app.tsx';

export { matchText } from '@archaka/platform/testing/page';

export const openPage = (page: ReactElement, path = '/ticket') => openPortalPage(page, path);

/** Leaves the page like a reload, without cached data. */
export const closePage = (): void => closePortalPage(historyApi);

/** English texts of the primary buttons and links: a page or application should have one. */
export const readStrongControls = () =>
  [...document.querySelectorAll('.button-main')].map(
    (control) => control.querySelector('.second')?.textContent,
  );

/** jsdom cannot download: records the name of each saved file. Call it once for a test file. */
export function noteDownloads() {
  const saveSpy = jest.fn<(name: string) => void>();
  beforeEach(() => {
    saveSpy.mockReset();
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = function click() {
      if (this.href.startsWith('blob:')) saveSpy(this.download);
    };
  });
  return saveSpy;
}
