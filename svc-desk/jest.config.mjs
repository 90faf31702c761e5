import { serviceTests } from '@archaka/slice-tools/jest/projects';

export default serviceTests(import.meta.dirname);
