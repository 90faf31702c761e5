import { remoteTests } from '@archaka/slice-tools/jest/projects';

export default remoteTests(import.meta.dirname);
