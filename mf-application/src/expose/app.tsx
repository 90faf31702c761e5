import { type ApplicationDoor, Skeleton } from '@archaka/platform';

const door: ApplicationDoor = { Application: () => <Skeleton lines={8} /> };

export default door;
