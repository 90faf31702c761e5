import { closePage as closePortalPage } from '@archaka/platform/testing/page';
import { applicationApi } from '../application-api.ts';
import '../expose/app.tsx';

export { applicant, openPage as openForm } from '@archaka/platform/testing/page';

/** Leaves the page like a reload, without cached data. */
export const closePage = (): void => closePortalPage(applicationApi);

/** jsdom's files cannot be read by promise. */
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};

/** jsdom's files have no object URLs either. */
URL.createObjectURL = () => 'blob:at-hand';
URL.revokeObjectURL = () => undefined;
