export { button } from '../../packages/ui/src/index.ts';
