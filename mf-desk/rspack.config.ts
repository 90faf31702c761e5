import { remoteConfig, withPdfViewer } from '@archaka/slice-tools/build';

const folder = import.meta.dirname;

export default withPdfViewer(folder, remoteConfig({ folder }));
