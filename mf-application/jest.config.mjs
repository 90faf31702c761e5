import { remoteTests } from '@archaka/slice-config/jest/remote';

export default remoteTests(import.meta.dirname);
