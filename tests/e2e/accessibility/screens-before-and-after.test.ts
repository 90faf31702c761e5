import { historyScenes } from '../../scenes/history-scenes.ts';
import { visitorScenes } from '../../scenes/visitor-scenes.ts';
import { lookAt } from './look-at.ts';

lookAt([...visitorScenes, ...historyScenes]);
