import { remoteConfig } from '@archaka/slice-tools/build';

export default remoteConfig({ folder: import.meta.dirname });
