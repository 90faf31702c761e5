import { applicantScenes } from './applicant-scenes.ts';
import { fileScenes } from './file-scenes.ts';
import { historyScenes } from './history-scenes.ts';
import { keepingScenes } from './keeping-scenes.ts';
import type { Scene } from './scene.ts';
import { visitorScenes } from './visitor-scenes.ts';

/** The form, until it is sent. */
export const formScenes: readonly Scene[] = [...applicantScenes, ...fileScenes, ...keepingScenes];

/** What is before and after it. */
export const otherScenes: readonly Scene[] = [...visitorScenes, ...historyScenes];

/** Every screen of the portal in every state worth looking at. */
export const scenes: readonly Scene[] = [...formScenes, ...otherScenes];
