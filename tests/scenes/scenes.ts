import { applicantScenes } from './applicant-scenes.ts';
import { fileScenes } from './file-scenes.ts';
import { historyScenes } from './history-scenes.ts';
import { keepingScenes } from './keeping-scenes.ts';
import type { Scene } from './scene.ts';
import { visitorScenes } from './visitor-scenes.ts';

/** Every screen of the portal in every state worth looking at. */
export const scenes: readonly Scene[] = [
  ...visitorScenes,
  ...applicantScenes,
  ...fileScenes,
  ...keepingScenes,
  ...historyScenes,
];
