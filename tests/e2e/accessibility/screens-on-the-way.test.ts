import { applicantScenes } from '../../scenes/applicant-scenes.ts';
import { fileScenes } from '../../scenes/file-scenes.ts';
import { keepingScenes } from '../../scenes/keeping-scenes.ts';
import { lookAt } from './look-at.ts';

lookAt([...applicantScenes, ...fileScenes, ...keepingScenes]);
