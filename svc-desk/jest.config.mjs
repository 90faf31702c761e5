import { serviceTests } from '@archaka/slice-tools/jest/service';

export default serviceTests(import.meta.dirname);
