import { dropSchemas } from './drop-schemas.ts';

export default dropSchemas;
