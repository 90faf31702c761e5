export { session } from '../../mf-auth/src/session.ts';
