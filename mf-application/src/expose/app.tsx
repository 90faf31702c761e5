import '../locales/catalogs.ts';
import type { ApplicationDoor } from '@archaka/platform';
import { Application } from '../features/fill-application/application.tsx';
import { UpdateApplication } from '../features/update-application/update-application.tsx';

const door: ApplicationDoor = { Application, UpdateApplication };

export default door;
