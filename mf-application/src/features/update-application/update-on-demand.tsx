import type { UpdateApplicationProps } from '@archaka/platform';
import { whileBusy } from '@archaka/platform/core';
import { useLazyModule } from '../../use-lazy-module.ts';

const loadUpdate = () =>
  whileBusy(() => import(/* webpackChunkName: "submitted" */ './update-application.tsx'));

export function UpdateOnDemand(props: UpdateApplicationProps) {
  const updateModule = useLazyModule(loadUpdate, { enabled: true, onFailed: props.onClose });
  return updateModule && <updateModule.UpdateApplication {...props} />;
}
