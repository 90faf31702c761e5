export { button } from '../../packages/web-kit/src/index.ts';
