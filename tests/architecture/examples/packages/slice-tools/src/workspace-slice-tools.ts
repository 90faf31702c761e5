import { button } from '../../ui/src/index.ts';

console.log(button);
