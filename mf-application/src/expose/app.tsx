import '../locales/catalogs.ts';
import '../style/form.css';
import '../style/files.css';
import type { ApplicationModule } from '@archaka/platform';
import { lazy } from 'react';
import { Application } from '../features/fill-application/application.tsx';
import { UpdateOnDemand } from '../features/update-application/update-on-demand.tsx';

/** Loaded separately, so that the form does not wait for it. */
const CheckReadiness = lazy(() => import('../features/check-readiness/check-readiness.tsx'));

const exposedModule: ApplicationModule = {
  Application,
  UpdateApplication: UpdateOnDemand,
  CheckReadiness,
};

export default exposedModule;
