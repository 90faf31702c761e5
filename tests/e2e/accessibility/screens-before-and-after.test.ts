import { otherScenes } from '../../scenes/scenes.ts';
import { lookAt } from './look-at.ts';

lookAt(otherScenes);
