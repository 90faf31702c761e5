import { badLineStories } from './bad-line.ts';
import { paperStories } from './papers.ts';
import { photoStories } from './photos.ts';
import { readinessStories } from './readiness.ts';
import { openUploadStage } from './stage.ts';

const stage = openUploadStage();

photoStories(stage);
paperStories(stage);
badLineStories(stage);
readinessStories(stage);
