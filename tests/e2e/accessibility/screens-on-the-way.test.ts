import { formScenes } from '../../scenes/scenes.ts';
import { lookAt } from './look-at.ts';

lookAt(formScenes);
