/** Of the ZIP that a hall opens; `HallList` is its content. */
export const HALL_LIST_FILE = 'list.jws';
export const HALL_LIST_TYPE = 'archaka-hall-list+jws';
export const toPhotoPath = (applicationId: string): string => `photos/${applicationId}.jpg`;
