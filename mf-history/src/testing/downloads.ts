import { beforeEach, jest } from '@jest/globals';

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
