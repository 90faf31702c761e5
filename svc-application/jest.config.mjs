import { serviceTests } from '@archaka/slice-config/jest/service';

export default serviceTests(import.meta.dirname);
