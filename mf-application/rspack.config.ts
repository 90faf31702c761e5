import { remoteConfig } from '@archaka/platform/build';

export default remoteConfig({ folder: import.meta.dirname });
