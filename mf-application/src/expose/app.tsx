import { type ApplicationModule, addCatalogs, type UpdateApplicationProps } from '@archaka/platform';
import * as catalogs from '../locales/te.po';
import '../style/form.css';
import '../style/files.css';
import { whileBusy } from '@archaka/platform/core';
import { lazy } from 'react';
import { Application } from '../features/fill-application/application.tsx';
import { useLazyModule } from '../use-lazy-module.ts';

addCatalogs(catalogs);

const loadUpdate = () =>
  whileBusy(
    () => import(/* webpackChunkName: "submitted" */ '../features/update-application/update-application.tsx'),
  );

function UpdateApplication(props: UpdateApplicationProps) {
  const updateModule = useLazyModule(loadUpdate, { enabled: true, onFailed: props.onClose });
  return updateModule && <updateModule.UpdateApplication {...props} />;
}

/** Loaded separately, so that the form does not wait for it. */
const CheckReadiness = lazy(() => import('../features/check-readiness/check-readiness.tsx'));

const exposedModule: ApplicationModule = { Application, UpdateApplication, CheckReadiness };

export default exposedModule;
