import { remoteTests } from '@archaka/slice-tools/jest/remote';

export default remoteTests(import.meta.dirname);
